/**
 * Words for the same thing, by language: one group per line. `_` joins two words. With `>`, a search for the words before
 * it also finds those after it, and not the reverse: British pants are no trousers.
 */
export const SYNONYM_GROUPS: Readonly<Record<string, string>> = {
  en: `
sneakers trainers tennis_shoes running_shoes gym_shoes
sweater jumper pullover
trousers slacks
pants > trousers
undershirt vest
waistcoat vest
suspenders braces
diaper nappy
stroller pushchair buggy pram
pacifier dummy soother
crib cot
flashlight torch
wrench spanner
shovel spade
parasol sunshade sun_umbrella
umbrella brolly
cooler cool_box cooling_box ice_chest
jumper_cables jump_leads
faucet tap
garbage trash rubbish dustbin rubbish_bin
vacuum hoover vacuum_cleaner
stove cooker hob
stovetop hob cooktop
fridge refrigerator
freezer deep_freezer
dishcloth dish_towel tea_towel
washcloth flannel face_cloth
couch sofa settee
armchair easy_chair
closet wardrobe
dresser chest_drawers
nightstand bedside_table
comforter duvet quilt
drapes curtains
cellphone mobile_phone smartphone cell_phone
earphones headphones earbuds
headlamp head_torch head_light
laptop notebook_computer
tv television telly
band-aid plaster bandage
eyeglasses glasses spectacles
bathrobe dressing_gown robe
purse handbag
fanny_pack bum_bag waist_bag belt_bag
suitcase luggage
backpack rucksack
eggplant aubergine
zucchini courgette
cilantro coriander
arugula rocket
scallion spring_onion green_onion
cookie biscuit
candy sweets
chips crisps
soda fizzy_drink soft_drink
powdered_sugar icing_sugar confectioners_sugar
molasses treacle
skillet frying_pan
spatula turner
cutting_board chopping_board
parchment_paper baking_paper
plastic_wrap cling_film
aluminum aluminium
silverware cutlery flatware
eraser rubber
thumbtack drawing_pin
scotch_tape sellotape sticky_tape
checkers draughts
license_plate number_plate
windshield windscreen
gasoline petrol
truck lorry
motorcycle motorbike
bicycle bike
baby_carriage pram
leash lead
clothespin clothes_peg
clothesline washing_line
ladybug ladybird
undershorts boxers
bathing_suit swimsuit swimming_costume
tuxedo dinner_jacket
rain_boots wellies wellingtons rubber_boots
thermos flask
outlet socket
extension_cord extension_lead
level spirit_level
hearing_protection ear_defenders ear_muffs ear_protection
zipper zip
yarn > wool
hairpin hair_grip bobby_pin
nail_polish nail_varnish
shower_gel body_wash
sunscreen sun_cream suncream
color colour
gray grey
jewelry jewellery
pajamas pyjamas
tire tyre
mold mould
yogurt yoghurt
donut doughnut
whiskey whisky
mustache moustache
cozy cosy
fiber fibre
liter litre
meter metre
plow plough
airplane aeroplane
gift present
stuffed_animal plush_toy soft_toy cuddly_toy
jigsaw puzzle
postcard > card
matt > mat matte
calender > calendar
expresso > espresso
`,
  de: `
handy mobiltelefon smartphone
handyhülle mobiltelefonhülle smartphonehülle
turnschuh sportschuh sneaker
hausschuh pantoffel
pullover pulli sweater
jeans jeanshose
unterhose slip
mütze haube
sakko jackett
rucksack tornister
handtasche damentasche
koffer reisekoffer
geldbörse portemonnaie geldbeutel brieftasche
sonnenschirm parasol
regenschirm schirm
taschenlampe stablampe
stirnlampe kopflampe
schraubenschlüssel maulschlüssel gabelschlüssel
schraubenzieher schraubendreher
akkuschrauber akkubohrer
bohrmaschine schlagbohrer
schaufel spaten
rasenmäher mäher
gartenschlauch wasserschlauch
spülmaschine geschirrspüler
kühlschrank eisschrank
staubsauger sauger
herd kochherd
backofen ofen
pfanne bratpfanne
topf kochtopf
tasse becher kaffeebecher
schneidebrett küchenbrett
geschirrtuch küchentuch trockentuch
serviette mundtuch
besteck essbesteck
thermosflasche isolierflasche thermoskanne
trinkflasche wasserflasche
sofa couch
sessel polstersessel
schrank kleiderschrank
kommode sideboard
bettdecke zudecke
kissen polster
gardine vorhang
fernseher tv fernsehgerät
kopfhörer ohrhörer
ladegerät ladekabel
laptop notebook
fahrrad rad velo
kinderwagen buggy
schnuller nuckel
windel pampers
spielzeug spielsachen
stofftier kuscheltier plüschtier
brötchen semmel
sahne rahm
quark topfen
kartoffel erdapfel
tomate paradeiser
möhre karotte
pfannkuchen palatschinke
marmelade konfitüre
bonbon süßigkeit
aprikose marille
postkarte ansichtskarte
notizbuch notizheft
kugelschreiber kuli
radiergummi ratzefummel
klebeband tesafilm
pflaster wundpflaster
brille lesebrille
badeanzug schwimmanzug
bademantel morgenmantel
gummistiefel regenstiefel
sonnencreme sonnenmilch
nagellack nagelfarbe
geschenk präsent
`,
  fr: `
baskets tennis sneakers
pull pull-over chandail
jean blue-jean
chaussons pantoufles
culotte slip
portefeuille porte-monnaie
valise bagage
portable smartphone téléphone mobile
ordinateur pc
casque écouteurs
télé télévision téléviseur
lampe_torche lampe_poche
frigo réfrigérateur
gazinière cuisinière
aspirateur aspiro
poêle sauteuse
casserole marmite
tasse mug
torchon essuie-vaisselle
serviette essuie-main
couverts ménagère
planche_découper billot
canapé sofa divan
armoire penderie
couette édredon
oreiller coussin
rideau voilage
vélo bicyclette
poussette landau
tétine sucette
couche lange
peluche doudou
jouet jeu
clé clef
pelle bêche
tondeuse coupe-gazon
tuyau_arrosage tuyau
parapluie pépin
parasol ombrelle
bonbon friandise
confiture marmelade
pomme_terre patate
biscuit gâteau_sec
stylo bic
gomme efface
scotch ruban_adhésif
pansement sparadrap
maillot_bain maillot
bottes_pluie bottes_caoutchouc
crème_solaire écran_solaire
vernis_ongles vernis
cadeau présent
couleur coloris
bouteille_isotherme thermos
`,
  es: `
zapatillas deportivas tenis
jersey suéter pulóver
camiseta playera remera
vaqueros jeans tejanos
calcetines medias
bragas calzones
zapatillas_casa pantuflas
mochila morral
bolso cartera
maleta valija
móvil celular smartphone teléfono
ordenador computadora computador
portátil laptop
auriculares audífonos cascos
televisor televisión tele
linterna lámpara_mano
nevera frigorífico refrigerador heladera
cocina estufa
lavavajillas lavaplatos
aspiradora aspirador
sartén paila
olla cacerola
taza pocillo
cubiertos cubertería
tabla_cortar tabla_picar
sofá canapé
sillón butaca
armario ropero clóset
edredón nórdico
almohada cojín
manta frazada cobija
cortina visillo
bicicleta bici
cochecito carriola
chupete chupón
peluche muñeco_peluche
juguete juego
destornillador desarmador
llave_inglesa llave_ajustable
pala palín
cortacésped podadora
paraguas sombrilla
patata papa
tomate jitomate
melocotón durazno
zumo jugo
judías frijoles alubias
galleta bizcocho
caramelo dulce
mermelada confitura
bolígrafo boli lapicero pluma
goma borrador
cinta_adhesiva celo
tirita curita
gafas lentes anteojos
bañador traje_baño
botas_agua botas_lluvia
crema_solar protector_solar
regalo obsequio
coche auto carro
neumático llanta
gasolina nafta
termo botella_térmica
`,
  it: `
sneakers scarpe_ginnastica scarpe_sportive
maglione pullover
maglietta t-shirt
pantaloni calzoni
jeans blue-jeans
pantofole ciabatte
mutande slip
zaino zainetto
portafoglio portamonete
valigia bagaglio
cellulare telefonino smartphone
computer pc
portatile laptop notebook
cuffie auricolari
televisore televisione tv
torcia pila
frigorifero frigo
fornello cucina
lavastoviglie lavapiatti
aspirapolvere aspiratore
padella tegame
pentola casseruola
tazza mug
strofinaccio canovaccio
posate posateria
tagliere asse_tagliare
divano sofà
poltrona poltroncina
armadio guardaroba
piumone trapunta
cuscino guanciale
coperta plaid
tenda tendaggio
bicicletta bici
passeggino carrozzina
ciuccio succhietto
peluche pupazzo
giocattolo gioco
cacciavite giravite
chiave_inglese chiave_regolabile
pala badile
tosaerba rasaerba tagliaerba
tubo_giardino tubo_irrigazione
ombrello parapioggia
ombrellone parasole
caramella dolcetto
marmellata confettura
biscotto frollino
penna biro
gomma gomma_cancellare
scotch nastro_adesivo
cerotto cerottino
occhiali lenti
costume_bagno costume
accappatoio vestaglia
stivali_pioggia stivali_gomma
crema_solare protezione_solare
regalo dono
colore tinta
borraccia bottiglia
thermos bottiglia_termica
auto macchina automobile
anguria cocomero
`,
};
