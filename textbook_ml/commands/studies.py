"""Experiments on the user's own data, each with its line of help.

`experiment NAME …` runs the function of that name in the module `textbook_ml.commands.NAME`,
whose `add_options` adds the options of the command.
"""

from collections.abc import Mapping

STUDIES: Mapping[str, str] = {
    "ng-jordan": "compare naive Bayes and logistic regression on your data, as Ng and Jordan did",
    "sms": "compare Bernoulli and multinomial naive Bayes on your text messages",
}
