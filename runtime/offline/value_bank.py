"""Values by what their slot is called; some depend on what the intent is about."""

PEOPLE = (
    "Maria Lopez", "James Carter", "Aisha Khan", "Peter Novak", "Emily Stone", "Daniel Kim",
    "Sofia Rossi", "Oliver Grant", "Hannah Weber", "Lucas Martin", "Priya Patel", "Noah Bennett",
    "Grace Turner", "Omar Haddad", "Clara Jensen", "Victor Hughes",
)  # fmt: skip
CITIES = (
    "Boston", "Chicago", "Seattle", "Denver", "Portland", "Austin", "San Diego", "Philadelphia",
    "London", "Paris", "Berlin", "Madrid", "Rome", "Lisbon", "Vienna", "Dublin", "Edinburgh",
    "Amsterdam", "Copenhagen", "Prague",
)  # fmt: skip
ADDRESSES = (
    "12 Oak Street", "48 Maple Avenue", "7 Harbour Road", "221 Station Street", "35 Mill Lane",
    "90 Park Avenue", "16 Cedar Court", "5 Bridge Street", "143 Elm Drive", "62 High Street",
    "27 River Walk", "8 Orchard Close",
)  # fmt: skip
DURATIONS = (
    "30 minutes", "45 minutes", "an hour", "2 hours", "90 minutes", "20 minutes", "3 hours",
    "an hour and a half", "15 minutes", "half an hour",
)  # fmt: skip
CREATED = (
    "today", "yesterday", "last week", "this week", "this month", "last month", "most recent",
)  # fmt: skip
BRANDS = (
    "Evergreen", "Northstar", "Bluebird", "Silverline", "Maplewood", "Sunrise", "Crestline",
    "Harborview", "Brightside", "Oakfield",
)  # fmt: skip
STYLES = ("standard", "premium", "basic", "classic", "deluxe", "express", "modern", "simple")

# Pattern on the intent's words, pattern on the slot's words, values.
IN_CONTEXT: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    (r"pedicure|manicure|nail", r"service|type|treatment", (
        "classic pedicure", "gel polish", "spa pedicure", "French tips", "nail repair",
        "paraffin treatment",
    )),
    (r"hair|barber|beard", r"service|type|treatment|cut", (
        "haircut", "blow-dry", "highlights", "beard trim", "colour touch-up", "perm",
    )),
    (r"massage|spa", r"service|type|treatment", (
        "Swedish massage", "hot stone massage", "deep tissue massage", "aromatherapy",
        "facial", "sports massage",
    )),
    (r"dent|teeth", r"service|type|treatment|reason|procedure", (
        "deep cleaning", "check-up", "whitening", "filling", "toothache",
    )),
    (r"vet|pet|dog|cat|groom", r"problem|reason|service|symptom", (
        "limping", "annual vaccination", "itchy skin", "sore paw", "check-up", "not eating",
    )),
    (r"doctor|medical|clinic|health", r"reason|problem|symptom", (
        "sore throat", "back pain", "headache", "annual check-up", "allergies", "bad cough",
    )),
    (r"repair|fix|plumb|applian", r"problem|issue|reason|service", (
        "leaking pipe", "strange noise", "broken heating", "blown fuse", "dripping tap",
    )),
    (r"car|tyre|tire|oil|mechanic", r"service|problem|reason", (
        "oil change", "tyre change", "brake check", "strange noise", "inspection",
    )),
    (r"return|refund|complain", r"reason", (
        "wrong size", "arrived damaged", "changed my mind", "missing parts", "wrong colour",
    )),
    (r"gift|flower|present", r"message|note|card", (
        "Happy birthday, dear", "Get well soon", "Congratulations to you both", "With love",
    )),
    (r"review|rate|feedback", r"text|comment|review|feedback", (
        "Great food and friendly staff", "A bit slow but very good", "Would come again",
        "Not worth the money", "The best evening in a long time", "Too loud for my taste",
    )),
    (r"cook", r"cuisine|class", ("Italian", "Thai", "Mexican", "Japanese", "French", "Indian")),
)  # fmt: skip

BY_SLOT: tuple[tuple[str, tuple[str, ...]], ...] = (
    (r"(restaurant|venue|hotel|shop|store|opening) hours", (
        "9am to 10pm", "noon to midnight", "8am to 6pm", "5pm to 11pm",
    )),
    (r"restaurant", (
        "Luigi's Kitchen", "The Green Fork", "Sakura House", "Casa Verde", "Blue Lantern",
        "Old Mill Tavern", "Saffron Garden", "Harbor Grill", "Le Petit Jardin", "Taco Corner",
        "The Copper Pot", "Noodle Bar",
    )),
    (r"hotel", (
        "Grand Plaza", "Riverside Inn", "Hotel Aurora", "The Lighthouse", "Park View Hotel",
        "Old Town Lodge", "Seaside Resort", "Hotel Bellevue", "The Cornerstone",
    )),
    (r"cuisine|food type", (
        "Italian", "Japanese", "Mexican", "Indian", "Thai", "Greek", "French", "Korean",
        "Vietnamese", "Spanish", "Lebanese", "Ethiopian",
    )),
    (r"room (type|class|preference)", (
        "single room", "double room", "twin room", "suite", "family room", "king room",
        "deluxe double",
    )),
    (r"car (type|class|size)|vehicle", (
        "compact", "SUV", "sedan", "convertible", "minivan", "hatchback", "pickup truck",
        "electric car",
    )),
    (r"seat", ("window seat", "aisle seat", "front row", "balcony", "quiet corner", "terrace")),
    (r"class$|cabin", ("economy", "premium economy", "business", "first")),
    (r"airline", ("Skyway", "Northern Air", "Blue Jet", "Coastal Airlines")),
    (r"streaming|platform", ("StreamBox", "FilmHub", "Cinewave", "PlayNow", "ViewPoint")),
    (r"channel", ("Channel 4", "City TV", "News Now", "Sports One", "Nature Channel")),
    (r"(stylist|barber|therapist|instructor|trainer|tutor|teacher|coach|doctor|dentist|vet|guide"
     r"|agent|mechanic|photographer|recipient|contact|assignee|host|attendee|person|payee|actor"
     r"|customer|patient|guest|passenger|driver|full|friend)( name)?$|^name$", PEOPLE),
    (r"gender", ("female", "male", "no preference")),
    (r"(dish|meal|menu item|^items?$|grocer)", (
        "margherita pizza", "chicken curry", "vegetable lasagna", "beef burrito", "pad thai",
        "caesar salad", "tomato soup", "sushi platter", "falafel wrap", "mushroom risotto",
    )),
    (r"movie|film", (
        "The Silent Harbor", "Night Train", "Paper Moons", "The Last Orchard", "Falling Upward",
        "Second Sunrise", "Broken Compass", "The Glass River", "Winter Keys", "Two Left Shoes",
    )),
    (r"song|track", (
        "Golden Roads", "Midnight Bloom", "River of Light", "Paper Planes Home", "Slow Tide",
        "Open Windows", "Neon Rain", "Morning Letters", "Wild Clover", "Echo Park",
    )),
    (r"artist|band|singer|musician", (
        "The Velvet Pines", "Nora Lane", "Echo District", "Julian Frost", "Blue Harbor",
        "Marisol Vega", "The Night Owls", "Amber Fields", "Static Hearts", "Theo Marsh",
    )),
    (r"album|playlist", (
        "Summer Mix", "Late Night Drive", "Morning Coffee", "Quiet Hours", "Road Trip",
        "Workout Boost", "Rainy Sunday", "Old Favourites",
    )),
    (r"podcast|episode", (
        "The Curious Mind", "City Stories", "Tech Today", "Kitchen Science", "History Bites",
        "Deep Space Talk", "The Daily Walk", "Money Made Simple",
    )),
    (r"program|series", (
        "Morning Stories", "The Long Coast", "Kitchen Masters", "Northern Lights",
        "Village Life", "The Evening Quiz",
    )),
    (r"book|novel", (
        "The Orchard Keeper", "A Map of Rivers", "Lighthouse Summer", "The Clockmaker",
        "Salt and Cedar", "Letters North", "The Quiet Coast", "Under Copper Skies",
    )),
    (r"genre", (
        "jazz", "rock", "comedy", "drama", "thriller", "classical", "folk", "science fiction",
        "romance",
    )),
    (r"event|show|concert|play$|performance", (
        "Spring Jazz Night", "City Marathon", "Harbor Lights Festival", "Opera Gala",
        "Street Food Fair", "Winter Ballet", "Comedy Evening", "Science Day",
    )),
    (r"tour", ("walking tour", "boat tour", "food tour", "bike tour", "museum tour", "bus tour")),
    (r"(activity|exercise|workout|class|lesson|course|sport)( type| name)?$", (
        "yoga", "pilates", "spin class", "kayaking", "swimming", "pottery", "rock climbing",
        "tennis", "rowing", "morning run",
    )),
    (r"(service|treatment|appointment|procedure) ?(type)?s?$", (
        "consultation", "standard service", "express service", "full service", "check-up",
        "first visit", "follow-up",
    )),
    (r"payment|pay(ing)? (with|method)", (
        "credit card", "debit card", "cash", "gift card", "bank transfer", "mobile wallet",
    )),
    (r"card type|card$", ("credit card", "debit card", "travel card", "business card")),
    (r"account", ("checking account", "savings account", "joint account", "business account")),
    (r"currency", ("dollars", "euros", "pounds", "yen", "francs")),
    (r"language", ("English", "Spanish", "French", "German", "Italian", "Japanese", "Portuguese")),
    (r"colou?r", ("black", "white", "navy blue", "red", "forest green", "silver", "beige")),
    (r"size$|clothing|shoe", ("small", "medium", "large", "extra large")),
    (r"price range", ("cheap", "moderate", "expensive", "mid-range")),
    (r"property|accommodation", ("apartment", "villa", "cottage", "loft", "cabin", "townhouse")),
    (r"amenit|facilit", ("wifi", "swimming pool", "parking", "air conditioning", "kitchen")),
    (r"smoking", ("smoking", "non-smoking")),
    (r"transport", ("car", "minibus", "bicycle", "on foot", "public transport")),
    (r"equipment", ("dumbbells", "yoga mat", "resistance bands", "treadmill", "kettlebell")),
    (r"dietary|diet|allerg", ("vegetarian", "vegan", "gluten-free", "no nuts", "halal")),
    (r"instrument", ("piano", "guitar", "violin", "drums", "flute", "cello")),
    (r"subject area", ("algebra", "chemistry", "French", "physics", "history", "essay writing")),
    (r"museum|gallery", ("City Art Museum", "Maritime Museum", "Science Gallery", "Old Mint")),
    (r"ringtone|sound", ("Chimes", "Birdsong", "Classic Bell", "Soft Piano", "Radar")),
    (r"attachment|file", ("photo", "document.pdf", "audio.mp3", "invoice.pdf", "slides.pptx")),
    (r"url|website|link", (
        "www.example.com/news", "www.example.org/recipes", "example.com/weather",
        "www.example.net/maps",
    )),
    (r"page", ("Daily News", "Recipe Corner", "Weather Today", "City Maps", "Garden Tips")),
    (r"topic|agenda", ("budget plans", "holiday plans", "the new project", "moving house")),
    (r"flower", ("red roses", "white lilies", "sunflowers", "tulips", "mixed bouquet")),
    (r"(product|item|article)( name)?$", (
        "desk lamp", "wireless headphones", "running shoes", "coffee grinder", "rain jacket",
        "travel mug", "yoga mat", "bluetooth speaker",
    )),
    (r"appliance|device|machine", (
        "washing machine", "dishwasher", "oven", "fridge", "boiler", "dryer",
    )),
    (r"provider|company|insurer|brand|supplier|retailer|operator|organi[sz]ation", BRANDS),
    (r"store|shop", ("Greenleaf", "Harvest Market", "Corner Store", "Fresh and Simple")),
    (r"(symptom|issue|problem|reason)", (
        "changed plans", "running late", "strange noise", "leaking tap", "broken screen",
        "slow internet",
    )),
    (r"medication|medicine|drug|prescription", (
        "ibuprofen", "allergy tablets", "eye drops", "vitamin D", "cough syrup", "aspirin",
    )),
    (r"breed", ("beagle", "tabby cat", "poodle", "labrador", "siamese cat")),
    (r"pet|animal|dog|cat$", ("Bella", "Max", "Coco", "Milo", "Daisy", "Rocky")),
    (r"(venue|gym|studio|salon|spa|clinic|cinema|theat(er|re)|branch|library|garage|pharmacy)", (
        "Downtown Center", "Northside Branch", "Lakeview Studio", "Main Street Clinic",
        "Riverfront Hall", "The Annex",
    )),
    (r"(room|light)( name)?$", ("living room", "kitchen", "bedroom", "office", "hallway")),
    (r"special request|request|preference|wish", (
        "a quiet table", "vegetarian options", "a high chair", "wheelchair access",
        "late check-in", "extra pillows", "a birthday cake", "a ground floor room",
    )),
    (r"additional services?|extras?", ("hot towel", "gel polish", "hand massage", "gift wrap")),
    (r"list", ("Groceries", "Weekend", "Work", "Household", "Holiday", "Books to read")),
    (r"label", ("Pasta", "Morning run", "Laundry", "Tea", "Nap", "Stretching")),
    (r"(subject|title|task|todo|reminder|project)( name)?$", (
        "Team meeting", "Pick up laundry", "Call the bank", "Water the plants", "Pay the rent",
        "Project update", "Dentist visit", "Buy a gift", "Return library books",
    )),
    (r"(message|body|text|content|note|comment|instruction|feedback|caption|description)", (
        "I will be there soon", "Please call me back", "Running ten minutes late",
        "Happy birthday to you", "See you at the station", "Leave it at the front door",
        "Bring the blue folder", "The meeting was moved", "Ring the bell twice",
        "Thanks for all your help",
    )),
    (r"(priority|urgency|importance)", ("low", "medium", "high")),
    (r"(difficulty|level|intensity)", ("beginner", "intermediate", "advanced")),
    (r"(frequency|repeat|recurrence)", ("every day", "every week", "once a month")),
    (r"mood", ("happy", "relaxed", "energetic", "romantic", "melancholic")),
    (r"(plan|package|membership|subscription)", ("basic plan", "family plan", "premium plan")),
    (r"category", ("news", "travel", "cooking", "sports", "music", "finance")),
    (r"(reference|code|number|confirmation|tracking| id$|^id$)", (
        "AX4821", "BK7093", "QT1157", "RM6640", "ZL2398", "HV5512", "DN8076", "KP3349",
    )),
    (r"(license|plate)", ("KLM 482", "BRT 907", "HWS 315", "DGA 664")),
    (r"(type|kind|style|option|quality)$", STYLES),
)  # fmt: skip
