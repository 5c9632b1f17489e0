"""The chapter, equation by equation; each module imports only earlier ones."""

# Module, its place in the source texts (a number or section alone is Mitchell's), its topic.
CHAPTER = (
    ("bayes", "(1)–(3)", "rule, decision"),
    ("independence", "§2.1", "given the class"),
    ("parameters", "§1.1, 2", "how many"),
    ("counts", "§1", "data and #D{…}"),
    ("smoothing", "(4)–(9)", "MLE, Laplace"),
    ("gaussian", "(10)–(15)", "Gaussians"),
    ("discriminant", "Ng §1", "covariance, GDA"),
    ("event_models", "Ng §2", "models of text"),
    ("log_terms", "§2", "log P by row"),
    ("missing", "Sontag", "values unknown"),
    ("logistic", "(16)–(18)", "both signs"),
    ("bridge", "(19)–(23)", "NB is logistic"),
    ("likelihood", "§3.2, 3.3", "objective"),
    ("ascent", "(26)", "update rules"),
    ("softmax", "(27)–(29)", "many classes"),
    ("losses", "Sontag", "log, hinge, 0-1"),
    ("theory", "§1.1, 4", "how much data"),
    ("optimality", "§4", "best possible"),
)
