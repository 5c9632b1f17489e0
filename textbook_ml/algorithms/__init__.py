"""Complete algorithms, one page each, built from the equations of the chapter.

Each file fits a model to rows and classifies new rows. It prints a worked example when it is run:
`python3 -m textbook_ml.algorithms.gaussian_naive_bayes`. The tests compare the models with these
files.
"""

# Module, its equations (a number or section alone is Mitchell's), what it learns.
CHAPTER = (
    ("naive_bayes", "(7), (8)", "discrete features"),
    ("gaussian_naive_bayes", "(8), (13), (14)", "continuous features"),
    ("bernoulli_text", "Ng §2.1", "text: which words occur"),
    ("multinomial_text", "Ng §2.2", "text: every occurrence counts"),
    ("gaussian_discriminant_analysis", "Ng §1.2", "one covariance matrix"),
    ("quadratic_discriminant_analysis", "Xing", "one matrix per class"),
    ("naive_bayes_to_logistic", "§3.1", "logistic weights from naive Bayes"),
    ("logistic_regression_gradient_ascent", "(24)–(26)", "two classes, small steps"),
    ("logistic_regression_newton", "§6", "two classes, few steps"),
    ("softmax_regression", "(27)–(29)", "any number of classes"),
)
