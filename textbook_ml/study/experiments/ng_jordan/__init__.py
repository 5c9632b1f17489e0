"""Ng and Jordan's study (2002) on any table: naive Bayes compared with logistic regression.

contest       a table with two classes, coded as numbers between 0 and 1
methods       the methods: naive Bayes, logistic regression, and variants
likelihood    the maximum likelihood line;   hyperplanes   random separating lines
span          coordinates of rows in the space that they span
rounds        random splits, in one or more processes
duel          comparison of two methods;   words   the comparison as text
published     the curves of the paper;   figure   our curves and the published ones
study         the verdict
"""

from textbook_ml.study.experiments.ng_jordan.coded_table import Contest
from textbook_ml.study.experiments.ng_jordan.rounds import Plan, usual_sizes
from textbook_ml.study.experiments.ng_jordan.study import EXPERIMENT, Study, study

__all__ = ["EXPERIMENT", "Contest", "Plan", "Study", "study", "usual_sizes"]
