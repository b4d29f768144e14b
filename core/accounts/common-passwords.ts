/** Common leaked passwords and obvious ones for this site, in lower case and at least 6 characters long. */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  `
123456 1234567 12345678 123456789 1234567890 12345678910 0123456789 987654321 9876543210 0987654321
87654321 654321 111111 1111111 11111111 000000 00000000 222222 333333 444444 555555 666666 777777 7777777
888888 88888888 999999 99999999 123123 123123123 12341234 123321 112233 121212 131313 123654 123987
159753 147258 147258369 789456 789456123 456789 696969 102030 101010 010203 246810 135790 1q2w3e 1q2w3e4r
1q2w3e4r5t 1qaz2wsx 1qazxsw2 q1w2e3r4 q1w2e3r4t5 zaq12wsx zaq1zaq1 qazwsx qazwsxedc qwerty qwerty1
qwerty12 qwerty123 qwerty1234 qwertyui qwertyuiop qwertz qwertzuiop qweasd qweasdzxc qwe123 qweqwe azerty
azertyuiop asdfgh asdfghj asdfghjkl asdasd asdf1234 asd123 zxcvbn zxcvbnm zxc123 1234qwer 123qwe
123qweasd 12qwaszx abc123 abc1234 abcd1234 abcdef abcdefg abcdefgh a123456 a1234567 a12345678 123456a
123456789a 1234abcd aa123456 aaaaaa aaaaaaaa password password1 password12 password123 password1234
password! password1! passw0rd p@ssw0rd p@ssword pa$$word pa55word passwort passwort1 passwort123
motdepasse contrasena contraseña senha123 parola wachtwoord passord losenord salasana haslo123 secret
secret1 secret123 letmein letmein1 letmein123 welcome welcome1 welcome12 welcome123 welcome1! changeme
changeme1 changeme123 admin1 admin12 admin123 admin1234 administrator root123 toor123 test123 test1234
testtest testing tester guest123 user123 default login123 access mypassword nopassword iloveyou iloveyou1
iloveu ilovegod loveme lovely princess princess1 sunshine sunshine1 dragon dragon1 dragon123 monkey
monkey1 monkey123 football football1 baseball baseball1 basketball soccer hockey superman superman1
batman batman123 spiderman pokemon starwars naruto minecraft fortnite roblox master master123 shadow
shadow1 michael michael1 jordan jordan23 jennifer jessica ashley daniel charlie thomas andrew joshua
matthew nicole hunter hunter2 killer trustno1 whatever freedom liverpool chelsea arsenal barcelona
juventus manchester ferrari mercedes porsche yamaha harley corvette mustang cheese cookie banana
chocolate orange pepper ginger flower summer summer1 summer2023 summer2024 summer2025 winter winter2023
winter2024 winter2025 spring2024 spring2025 autumn2024 autumn2025 january february september october
november december computer internet samsung google facebook instagram microsoft windows linkedin twitter
youtube bitcoin bitcoin1 bitcoin123 ethereum ethereum1 blockchain satoshi satoshin dogecoin tothemoon
hodlhodl crypto crypto1 crypto123 lattice lattice1 lattice123 blink182 metallica nirvana slipknot maggie
buster tigger lovelove family forever friends hello1 hello123 hellohello goodluck helpme k12345 asdf123
qwert1 qwerty! 18atcskd2w 3rjs1la7qe 1g2w3e4r gwerty gwerty123 zxcvbnm1 123abc 147147 159357 741852963
852456 963852741 7758521 5201314 woaini woaini1314 a1b2c3 a1b2c3d4 abcabc abc12345 xxxxxx zzzzzz
`
    .trim()
    .split(/\s+/),
);
