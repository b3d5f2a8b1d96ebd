import { isPlaceholderAddress, isPlaceholderHost } from '#domain/network/placeholder.ts'
import { isPlaceholderIban } from '#domain/orders/iban.ts'
import type { ServiceContext } from '#server/services/context.ts'

import { type CheckFamily, fixVerdict, offVerdict, okVerdict, type CheckInputs, type CheckVerdict, warnVerdict } from './check.ts'

function checkMode({ config }: ServiceContext): CheckVerdict {
	if (config.isLive) return okVerdict('production: real people buy here')
	return warnVerdict(
		`${config.environment === 'production' ? 'sandbox' : config.environment}: purchases are only tests`,
		'Set NODE_ENV=production, then follow “Going live” in the console’s settings.',
	)
}

function checkExamples({ config }: ServiceContext, { content }: CheckInputs): CheckVerdict {
	const { smtp } = config.email
	const addresses = {
		'supportEmail in content/site.json': content.supportEmail,
		GOTRUE_SMTP_ADMIN_EMAIL: smtp?.from.address ?? '',
		OPERATOR_EMAIL: config.operatorEmail ?? '',
	}
	const examples = Object.entries(addresses).filter(([, address]) => address !== '' && isPlaceholderAddress(address))
	const found = examples.map(([place, address]) => `${place}: ${address}`)
	if (config.isLive && isPlaceholderHost(new URL(config.publicUrl).hostname)) found.push(`GOTRUE_SITE_URL: ${config.publicUrl}`)
	if (config.payments.kind === 'bank-transfer' && isPlaceholderIban(content.iban))
		found.push(`account in content/company/bank-transfer.json: ${content.iban}`)
	return found.length === 0
		? okVerdict('none is left')
		: fixVerdict(found.join('; '), 'Enter your own in the console’s settings, in .env or in the named file.')
}

const checkOperator = ({ config }: ServiceContext): CheckVerdict =>
	config.operatorEmail === null
		? warnVerdict('OPERATOR_EMAIL is not set: alerts go to the support address', 'Set OPERATOR_EMAIL to a mailbox that you read every day.')
		: okVerdict(config.operatorEmail)

const CERTIFICATE = /CERT|SELF_SIGNED|TLS|ISSUER/

function explainNoAnswer(url: string, error: unknown): CheckVerdict {
	const { message, cause } = error as Error & { cause?: { code?: string } }
	if (CERTIFICATE.test(cause?.code ?? ''))
		return fixVerdict(`${url}: its certificate is not valid (${cause?.code})`, 'Renew the certificate where your proxy keeps it.')
	return warnVerdict(`${url} cannot be reached from here: ${cause?.code ?? message}`, 'Start the server, then open the address on a phone.')
}

async function checkAddress({ config }: ServiceContext, around: CheckInputs): Promise<CheckVerdict> {
	if (!config.isLive) return offVerdict(`not public: ${config.publicUrl}`)
	const url = `${config.publicUrl}/readyz`
	try {
		const answer = await around.fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(around.limitMs / 2) })
		const body = await answer.text()
		if (answer.status === 200 && body === '{"status":"ok"}') return okVerdict(`${config.publicUrl} answers`)
		return fixVerdict(`${url} responds with ${answer.status}, but isn’t this server`, 'Check where your domain and your proxy point.')
	} catch (error) {
		return explainNoAnswer(url, error)
	}
}

const DAY_MS = 86_400_000
/**
 * Minimum days until a certificate expires. Certificates of 90 days are renewed 30 days before they expire; with fewer days left
 * than this, the renewal has failed.
 */
const DAYS_LEFT = 14

async function checkCertificate({ config, now }: ServiceContext, around: CheckInputs): Promise<CheckVerdict> {
	if (!config.isLive) return offVerdict(`not public: ${config.publicUrl}`)
	const { hostname, port } = new URL(config.publicUrl)
	const how = 'Renew it where your proxy keeps it, and find out why it didn’t renew automatically.'
	try {
		const end = await around.readTlsEnd(hostname, Number(port || 443))
		const days = Math.floor((end.getTime() - now().getTime()) / DAY_MS)
		const found = `${hostname}: until ${end.toISOString().slice(0, 10)}`
		return days < DAYS_LEFT ? fixVerdict(found, how) : okVerdict(found)
	} catch (error) {
		return explainNoAnswer(hostname, error)
	}
}

export const installationChecks: CheckFamily = {
	name: 'Installation',
	checks: [
		{ id: 'mode', what: 'The server is for real buyers', why: 'In the sandbox, no money moves and no email is delivered.' },
		{ id: 'public-address', what: 'The public address points here', why: 'Links in emails, payment webhooks and certificates use it.' },
		{
			id: 'tls-certificate',
			what: 'Its TLS certificate is valid for two more weeks',
			why: 'Browsers block sites with an expired certificate.',
		},
		{ id: 'examples', what: 'No example address is left', why: 'Messages that buyers send there reach no one.' },
		{ id: 'operator-address', what: 'Alerts have an address', why: 'A dispute that no one reads is lost.' },
	],
	run: async (ctx, around) => ({
		mode: checkMode(ctx),
		'public-address': await checkAddress(ctx, around),
		'tls-certificate': await checkCertificate(ctx, around),
		examples: checkExamples(ctx, around),
		'operator-address': checkOperator(ctx),
	}),
}
