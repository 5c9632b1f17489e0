"""What can be typed: each command is a function from words to lines, and `cli` prints them.

    fit          learn a model from a table, and draw what was learned
    predict      labels and probabilities for new rows, as CSV
    explain      why one row gets its label: contributions that add up
    evaluate     models compared by cross-validation
    models       what there is, and how large each would be
    ascent       equation (26) step by step, with every number, and a picture
    experiment   a claim of the texts, run: numbers, verdict and figure; or all, as a report
    figure       a figure of the texts, as SVG
"""
