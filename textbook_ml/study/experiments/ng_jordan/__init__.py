"""Ng and Jordan's study (2002) on any table: naive Bayes compared with logistic regression.

coded_table         a table with two classes, coded as numbers between 0 and 1
methods             the methods: naive Bayes, logistic regression, and variants
newton_fit          the maximum likelihood line, by Newton's method
hyperplanes         random separating lines
row_space           coordinates of rows in the space that they span
rounds              random splits, in one or more processes
paired_comparison   comparison of two methods on the same splits
summary             the result of a comparison as text
published           the curves of the paper
error_figure        our curves and the published curves
study               the verdict
"""

from textbook_ml.study.experiments.ng_jordan.coded_table import CodedTable
from textbook_ml.study.experiments.ng_jordan.rounds import Plan, default_sizes
from textbook_ml.study.experiments.ng_jordan.study import EXPERIMENT, Study, study

__all__ = ["EXPERIMENT", "CodedTable", "Plan", "Study", "study", "default_sizes"]
