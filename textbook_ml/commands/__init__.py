"""What can be typed: each command is a function from words to lines, and `cli` prints them.

    fit       learn a model from a table, and draw what was learned
    predict   labels and probabilities for new rows, as CSV
    explain   why one row gets its label: contributions that add up
    evaluate  models compared by cross-validation
    models    what there is, and how large each would be
"""
