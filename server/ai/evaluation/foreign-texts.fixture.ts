/** Short texts in 29 languages, as visitors type them into the AI tools, one per line. */

/** Used to choose the detector and its thresholds. */
export const FOREIGN_TUNING = toLines(`
Wird Bitcoin nächste Woche steigen?
Was ist eine Blockchain?
Wie funktioniert Staking bei Ethereum?
BTC fällt unter 60.000 Dollar
Ich habe meine Seed-Phrase verloren, was kann ich tun?
Kann ich mit DeFi Geld verlieren?
Die SEC genehmigt einen neuen ETH ETF
Der Kurs stürzt ab, ich habe Angst
Quantencomputer und Kryptographie
Schreibe einen Beitrag über Stablecoins
Wie sicher ist mein Wallet?
Solana erreicht neues Allzeithoch
Unterschied zwischen Proof of Work und Proof of Stake
Großartige Neuigkeiten für Anleger
¿Qué es la cadena de bloques?
¿Qué billetera me recomiendas?
¿Cómo funciona el staking?
Bitcoin sube un 10% en una semana
El precio de ETH cae por debajo de 3.000 dólares
¿Puedo perder más de lo que invertí?
Mi billetera fue hackeada, ayuda
Escribe un artículo sobre las stablecoins
La SEC aprueba el ETF de Ethereum
¿Cuándo es el próximo halving?
Los inversores están muy contentos
Estoy perdiendo todo mi dinero
qué significa DeFi
noticias de hoy sobre criptomonedas
Qu'est-ce que la blockchain ?
Comment fonctionne le staking ?
Le bitcoin chute de 8 % en une journée
Est-ce que je peux perdre plus que ce que j'ai investi ?
Le prix de l'ETH monte encore
J'ai perdu ma clé privée
Les investisseurs sont inquiets
Écris un article sur les ordinateurs quantiques
Quelle est la différence entre un rollup et une sidechain ?
La SEC approuve un nouvel ETF
Pourquoi les frais sont-ils si élevés ?
Mauvaise nouvelle pour les détenteurs de SOL
Che cos'è la blockchain?
Il prezzo di Bitcoin scende sotto i 60.000 dollari
Come funziona lo staking di Ethereum?
Posso perdere più di quanto ho investito?
Gli investitori sono molto preoccupati
Ho perso le chiavi del mio portafoglio
Scrivi un articolo sulle stablecoin
O que é blockchain?
O preço do Bitcoin está subindo muito
Como funciona o staking?
Perdi minha carteira, o que faço?
Posso perder mais do que investi?
A SEC aprovou o ETF de Ethereum
Os investidores estão com medo
Wat is een blockchain?
De koers van Bitcoin daalt met 5 procent
Hoe werkt staking precies?
Ik ben mijn wachtwoord kwijt
Kan ik meer verliezen dan ik heb ingelegd?
Czym jest blockchain?
Cena Bitcoina spada poniżej 60 tysięcy dolarów
Jak działa staking?
Straciłem dostęp do portfela
Inwestorzy są bardzo zadowoleni
Bitcoin fiyatı düşüyor
Blok zinciri nedir?
Cüzdanımı kaybettim, ne yapmalıyım?
Staking nasıl çalışır?
Apa itu blockchain?
Harga Bitcoin turun tajam hari ini
Bagaimana cara kerja staking?
Vad är en blockkedja?
Bitcoins pris faller kraftigt
Hur fungerar staking?
Giá Bitcoin hôm nay giảm mạnh
Blockchain là gì?
Что такое блокчейн?
Биткоин упал на 10% за неделю
Как работает стейкинг?
Я потерял доступ к кошельку
Цена ETH растёт
SEC одобрила ETF
Ціна біткоїна падає
Що таке блокчейн?
比特币价格暴跌
什么是区块链?
ETH 会涨吗?
我丢失了助记词怎么办
ビットコインの価格が急落
ブロックチェーンとは何ですか?
ETHは上がりますか
비트코인 가격이 급락했다
블록체인이란 무엇인가요?
ما هي سلسلة الكتل؟
انخفض سعر البيتكوين اليوم
מחיר הביטקוין יורד
बिटकॉइन की कीमत गिर रही है
ब्लॉकचेन क्या है?
قیمت بیت کوین سقوط کرد
ราคาบิตคอยน์ร่วง
Η τιμή του Bitcoin πέφτει
Co je to blockchain?
Cena bitcoinu prudce klesla
Ce este un blockchain?
Prețul Bitcoin scade din nou
Mi az a blokklánc?
A bitcoin ára csökken
Mikä on lohkoketju?
Bitcoinin hinta laskee jyrkästi
Hvad er en blockchain?
Prisen på Bitcoin falder
Hva er en blokkjede?
Цената на биткойна пада
`);

/**
 * Written after the thresholds had been chosen. The set isn't fully held out, because we looked at the mistakes on it
 * before we raised the threshold for two-word texts.
 */
export const FOREIGN_WRITTEN_LATER = toLines(`
Lohnt sich Mining noch im Jahr 2027?
Meine Überweisung hängt seit zwei Tagen
Ether verliert nach Hackerangriff zehn Prozent
Welche Börse ist die günstigste?
Erklär mir bitte Rollups
Der Richter weist die Klage ab
Anleger flüchten aus Krypto
¿Es seguro guardar monedas en un exchange?
Explícame qué es un rollup
El juez desestima la demanda contra Ripple
Solana se recupera tras la caída
Se hunde el mercado
¿Vale la pena minar hoy?
Mejores monedas para comprar
Explique-moi les rollups
Le juge rejette la plainte
Les marchés plongent après l'annonce de la Fed
Faut-il acheter maintenant ?
Où stocker mes clés en sécurité ?
Ethereum s'envole
Conviene comprare adesso?
Il giudice respinge la causa
Crollo dei mercati dopo l'annuncio
Spiegami i rollup
Vale a pena minerar hoje?
O juiz rejeitou o processo
Mercado despenca após anúncio
Explica o que é um rollup
Is het slim om nu te kopen?
De rechter wijst de zaak af
Waar bewaar ik mijn sleutels?
Czy warto teraz kupować?
Sąd oddalił pozew
Rynek spada po decyzji Fed
Şimdi almalı mıyım?
Mahkeme davayı reddetti
Apakah aman menyimpan koin di bursa?
Hakim menolak gugatan itu
Pasar jatuh setelah pengumuman
Ska jag köpa nu?
Domaren avvisar stämningen
Có nên mua bây giờ không?
Thị trường lao dốc
Стоит ли сейчас покупать?
Суд отклонил иск
Рынок рухнул после заявления ФРС
Чи варто зараз купувати?
现在应该买吗?
法院驳回诉讼
市场大跌
今買うべきですか
市場が暴落した
지금 사야 하나요?
시장이 폭락했다
هل يجب أن أشتري الآن؟
انهار السوق
क्या अभी खरीदना चाहिए?
बाजार गिर गया
Πρέπει να αγοράσω τώρα;
Vyplatí se teď nakupovat?
Trh se propadl
Merită să cumpăr acum?
Piața se prăbușește
Érdemes most venni?
Kannattaako ostaa nyt?
Skal jeg købe nu?
Markedet falder
`);

function toLines(text: string): readonly string[] {
  return text.trim().split("\n");
}
