import { dkimVerify } from 'mailauth/lib/dkim/verify.js'
import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'

import { composeMail, type SmtpConfig } from './compose.ts'

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })

const config: SmtpConfig = {
	host: 'localhost',
	port: 25,
	security: 'none',
	login: null,
	connections: 1,
	from: { name: 'Launchway', address: 'academy@launchway.test' },
	bounceAddress: null,
	mayBePrivate: true,
	dkim: { domain: 'launchway.test', selector: 'autumn', privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() },
}

const URL = 'https://launchway.test/unsubscribe?token=0198f3a0-0000-7000-8000-000000000002.abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG'

const signed = async () => {
	const { source } = await composeMail(
		{
			id: '0198f3a0-0000-7000-8000-000000000001',
			siteName: 'Launchway',
			to: 'ana@example.test',
			subject: 'An article',
			text: 'Read it.\n',
			html: '<p>Read it.</p>',
			stream: 'newsletter',
			headers: { 'List-Unsubscribe': `<${URL}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
		},
		config,
	)
	return source.toString('latin1')
}

/** Returns the verdict of an independent DKIM checker, which gets the key here instead of from DNS. */
async function verdict(mail: string) {
	const record = `v=DKIM1; k=rsa; p=${publicKey.export({ type: 'spki', format: 'der' }).toString('base64')}`
	const { results } = await dkimVerify(Buffer.from(mail, 'latin1'), {
		resolver: async (name: string) => {
			if (name !== 'autumn._domainkey.launchway.test') throw Object.assign(new Error('none'), { code: 'ENOTFOUND' })
			return [[record]]
		},
	})
	return results.map(({ status, signingHeaders }) => ({ result: status.result, keys: signingHeaders?.keys ?? '' }))
}

test('M2: a newsletter has both unsubscribe headers, and an independent verifier finds them signed', async () => {
	const [answer, ...rest] = await verdict(await signed())
	expect([answer?.result, rest]).toEqual(['pass', []])
	const keys = answer?.keys.toLowerCase().split(/\s*:\s*/) ?? []
	expect(keys).toEqual(expect.arrayContaining(['from', 'to', 'subject', 'date', 'message-id', 'list-unsubscribe', 'list-unsubscribe-post']))
})

test('the unsubscribe URL is on one line, because some relays break a signature over a folded one', async () => {
	expect(await signed()).toContain(`\r\nList-Unsubscribe: <${URL}>\r\n`)
})

test.each([
	['List-Unsubscribe-Post', 'fail', 'List-Unsubscribe=One-Click', 'List-Unsubscribe=Two-Click'],
	['List-Unsubscribe', 'fail', 'https://launchway.test/unsubscribe', 'https://evil.test/unsubscribe'],
	['Subject', 'fail', 'Subject: An article', 'Subject: A trap'],
	// The checker's result when the body doesn't match the signed hash.
	['text', 'neutral', 'Read it.', 'Pay me.'],
])('M2: tampering with %s is detected: %s', async (_what, result, from, to) => {
	const mail = await signed()
	expect(mail).toContain(from)
	expect((await verdict(mail.replace(from, to))).map(({ result }) => result)).toEqual([result])
})
