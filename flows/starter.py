"""The configuration that `dialoom init` writes."""

STARTER = """\
# What Dialoom is to make. `dialoom check` prints every field with its value; what is left out
# here has its default.
name: first            # the run lies in outputs/first
seed: 1                # the same seed, config and model give the same dialogues

intents:
  # Intents in your own words; the schema writer works out slots and values.
  described:
    - domain: restaurants
      description: book a table at a restaurant
    - domain: travel
      description: rent a car
      slots: [pickup_city, pickup_date, return_date]      # slots you insist on
      constraints:
        - {left: return_date, operator: ">", right: pickup_date}
  # More of a domain, proposed by the schema writer:
  propose:
    - {domain: home, count: 2}
  # Service files that `dialoom import` wrote, relative to this file:
  # imported: [services.json]

target:
  accepted: 20         # dialogues to publish
  attempts: 6          # tries for each before it is given up and listed

mix:                   # shares of all dialogues
  multi_intent: 0.5    # more than one intent
  query_first: 0.25    # begin with a search
  flow: 0.25           # a value flows from an earlier result
  # goals: {1: 0.5, 2: 0.3, 3: 0.2}   # exact shares by number of intents, instead of multi_intent
  # intents: {book_table: 0.6}        # shares by primary intent; the others share the rest
  # triplets: true     # each ambiguous reference with a clear and a resolved sibling

# phenomena:           # share of dialogues that show each (docs/phenomena.md has them all); the
#   correction: 0.1    # default is 0.08 for LUCID's twelve and 0.03 for the others
#   contradiction: 0.05

models:
  # The offline model needs no key and no network. It is a set of templates, not a language
  # model: good for trying things out, not for training data.
  default: {model: offline/agenda}
  # A real one, any litellm model string; the key stays in the environment:
  # default: {model: openai/gpt-4o-mini, api_key_env: OPENAI_API_KEY}
  # or a server of your own that speaks the OpenAI protocol:
  # default: {model: openai/my-model, api_base: "http://127.0.0.1:8000/v1"}

limits:
  concurrency: 16      # model calls at once
  # max_cost_usd: 5.00 # the run stops cleanly before it passes this; `dialoom estimate` says
                       # beforehand how far it reaches

# prompts: my_prompts  # a folder whose templates replace those of the same name in prompts/
"""
