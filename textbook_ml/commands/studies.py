"""Experiments on data that the reader brings: each has options of its own, and its own module.

`experiment NAME …` is the function of that name in `textbook_ml.commands.NAME`, whose
`add_options` tells the command line what it can be asked. One line for each:
"""

from collections.abc import Mapping

STUDIES: Mapping[str, str] = {
    "ng-jordan": "naive Bayes against logistic regression on your data, as Ng and Jordan did",
    "sms": "Bernoulli against multinomial naive Bayes on text messages",
}
