"""Ng and Jordan's study (2002) on any table: naive Bayes against logistic regression.

    contest       a table with two classes, in numbers between 0 and 1
    methods       what competes: naive Bayes, logistic regression, and their relatives
    likelihood    the most likely line;   hyperplanes   separating lines at random
    span          a few rows of many numbers, by fewer numbers
    rounds        random splits, in one process or more
    duel          who is ahead, and where the lead changes;   words   the same in words
    published     the curves of the paper;   figure   ours and theirs
    study         the verdict
"""

from textbook_ml.experiments.ng_jordan.contest import Contest
from textbook_ml.experiments.ng_jordan.rounds import Plan, usual_sizes
from textbook_ml.experiments.ng_jordan.study import EXPERIMENT, Study, study

__all__ = ["EXPERIMENT", "Contest", "Plan", "Study", "study", "usual_sizes"]
