"""The commands: each is a function that yields lines of output, which `main` prints.

fit          fit a model to a table and print its parameters
stream       fit a model to a file that may be larger than memory
predict      print labels and probabilities for new rows as CSV
explain      show how much each feature contributes to the prediction for one row
evaluate     compare models by cross-validation
models       list the models with their numbers of parameters
ascent       show gradient ascent by equation (26) step by step
experiment   run an experiment that tests a claim of the source texts, or all of them
figure       draw a figure of the source texts as SVG
"""
