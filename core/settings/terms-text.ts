/**
 * The Terms of Service until an administrator writes others: Markdown, with {site} and {contact} in it. Rules that the
 * program itself knows of; nothing of contracts, liability or courts, which only whoever runs a site can say.
 */
export const TERMS_TEXT = `These are the rules of {site}. By writing here you accept them. Send questions to {contact}.

## Your account

- One person, one account, with an address that is yours. Keep your password to yourself; a second factor is offered at [Settings](/settings/security).
- You are responsible for what is done with your account. If somebody else has got in, end their [sessions](/settings/sessions) and change your password.
- You can [download your data and delete your account](/settings/data) whenever you like. The [Privacy Policy](/privacy) says what is kept.

## What you write

- It stays yours. By posting it you let {site} show it, store it and pass it on to readers, feeds and search engines, for as long as it is published here.
- Post only what you have the right to post. Name your sources, and quote no more than you need.
- Do not post spam, harassment, threats, other people's private data, malware, or what you know to be false.
- Say so when you hold what you write about, or are paid for it. Do not try to move a market here.
- New members can post less often, and with fewer links and pictures, until they have been here a while. Everything has limits, so that one person cannot take it all.

## When somebody breaks a rule

- Members can report what breaks these rules. Administrators look at it, and may edit, move, lock or remove it, warn its author, or suspend the account for a time or for good.
- Reporters and authors are told how it ended, with the reason. Each act is written into an audit log.
- If you think that a decision was wrong, write to {contact}.

## What this is not

- **Not advice.** Posts are their authors' opinions, and articles are those of the sources that they name. Answers of the AI tools are made by programs and can be wrong, however sure they sound. Nothing here is advice on investments, law or taxes.
- **Not a bank.** The wallet page talks to the extension in your browser. {site} holds no keys and no funds, cannot take back a transfer, and shows samples where it says so.
- **Not a promise.** The site is run as well as its operators can. It may be away for a while, change, or end.

## Changes

These rules may change. The date of the last change is shown above.`;
