import { createPublicKey } from 'node:crypto'

import type { ServiceContext } from '#server/services/context.ts'

import { type CheckFamily, fixVerdict, offVerdict, okVerdict, type CheckInputs, type CheckVerdict, warnVerdict } from './check.ts'

const ABSENT = new Set(['ENOTFOUND', 'ENODATA'])

type ResolveTxt = CheckInputs['resolveTxt']

/** Reads the TXT records that begin with a pattern. Long records arrive in several strings. */
async function readRecords(resolveTxt: ResolveTxt, name: string, begins: RegExp): Promise<string[]> {
	const records = await resolveTxt(name).catch((error: NodeJS.ErrnoException) => {
		if (ABSENT.has(error.code ?? '')) return []
		throw error
	})
	return records.map((pieces) => pieces.join('')).filter((record) => begins.test(record))
}

async function checkSpf(resolveTxt: ResolveTxt, domain: string): Promise<CheckVerdict> {
	const [record, ...more] = await readRecords(resolveTxt, domain, /^v=spf1(?: |$)/i)
	const how = `At your DNS provider, give ${domain} one TXT record "v=spf1 include:<your mail service> ~all"; the service names it.`
	if (record === undefined) return fixVerdict(`${domain} has no SPF record`, how)
	if (more.length > 0) return fixVerdict(`${domain} has ${more.length + 1} SPF records, so none counts`, how)
	if (/(?:^| )\+?all\b/i.test(record)) return fixVerdict(`${record}: it lets anyone send in your name`, how)
	return okVerdict(record)
}

const publicPart = (privateKey: string) => createPublicKey(privateKey).export({ type: 'spki', format: 'der' }).toString('base64')

async function checkDkim(
	resolveTxt: ResolveTxt,
	dkim: { domain: string; selector: string; privateKey: string } | null,
): Promise<CheckVerdict> {
	if (!dkim)
		return warnVerdict(
			'this server doesn’t sign; we can’t see whether your mail service does',
			'Send yourself an email and look for "dkim=pass", or set SMTP_DKIM_SELECTOR and SMTP_DKIM_PRIVATE_KEY.',
		)
	const name = `${dkim.selector}._domainkey.${dkim.domain}`
	const expected = publicPart(dkim.privateKey)
	const how = `At your DNS provider, give ${name} one TXT record "v=DKIM1; k=rsa; p=${expected}".`
	const [record] = await readRecords(resolveTxt, name, /(?:^|;)\s*p=/i)
	if (record === undefined) return fixVerdict(`${name} has no key`, how)
	const published = /(?:^|;)\s*p=([^;]*)/i.exec(record)?.[1]?.replaceAll(/\s/g, '') ?? ''
	return published === expected ? okVerdict(`${name} has our key`) : fixVerdict(`${name} has a different key from ours`, how)
}

/** Checks the DMARC record, which subdomains inherit. */
async function checkDmarc(resolveTxt: ResolveTxt, domain: string): Promise<CheckVerdict> {
	const labels = domain.split('.')
	const names = labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'))
	const how = `At your DNS provider, give _dmarc.${domain} one TXT record "v=DMARC1; p=quarantine; rua=mailto:<your address>".`
	for (const name of names) {
		const [record] = await readRecords(resolveTxt, `_dmarc.${name}`, /^v=DMARC1\b/i)
		if (record === undefined) continue
		return /;\s*p=none\b/i.test(record) ? warnVerdict(`${record}: others may still send in your name`, how) : okVerdict(record)
	}
	return fixVerdict(`${domain} has no DMARC record`, how)
}

const dnsFailed = (error: unknown): CheckVerdict =>
	warnVerdict(`DNS did not respond: ${(error as NodeJS.ErrnoException).code ?? String(error)}`, 'Try again from another network.')

async function checkLogin({ email, config }: ServiceContext): Promise<CheckVerdict> {
	const { smtp } = config.email
	const problem = await email.check?.()
	if (!problem) return okVerdict(`${smtp?.host}:${smtp?.port} accepts our email`)
	return fixVerdict(
		`${smtp?.host}:${smtp?.port}: ${problem}`,
		'See GOTRUE_SMTP_HOST, _PORT, _USER, _PASS and SMTP_SECURITY (docs/configuration.md).',
	)
}

const IDS = ['mail-login', 'mail-spf', 'mail-dkim', 'mail-dmarc']

async function run(ctx: ServiceContext, { resolveTxt }: CheckInputs): Promise<Record<string, CheckVerdict>> {
	const { smtp } = ctx.config.email
	if (!smtp) return Object.fromEntries(IDS.map((id) => [id, offVerdict('email stays on this server')]))
	const domainOf = (address: string) => address.split('@').at(-1) ?? ''
	const from = domainOf(smtp.from.address)
	const [login, spf, dkim, dmarc] = await Promise.all([
		checkLogin(ctx),
		checkSpf(resolveTxt, domainOf(smtp.bounceAddress ?? smtp.from.address)).catch(dnsFailed),
		checkDkim(resolveTxt, smtp.dkim).catch(dnsFailed),
		checkDmarc(resolveTxt, from).catch(dnsFailed),
	])
	return { 'mail-login': login, 'mail-spf': spf, 'mail-dkim': dkim, 'mail-dmarc': dmarc }
}

export const mailChecks: CheckFamily = {
	name: 'Email',
	checks: [
		{ id: 'mail-login', what: 'The mail server accepts our email', why: 'Without it no one can sign in or get a receipt.' },
		{ id: 'mail-spf', what: 'SPF: your domain lists its senders', why: 'Mail services refuse senders without it.' },
		{ id: 'mail-dkim', what: 'DKIM: your emails are signed', why: 'It proves that no one changed them; large email services require it.' },
		{ id: 'mail-dmarc', what: 'DMARC: your domain says what to do with forgeries', why: 'Large services refuse newsletters without it.' },
	],
	run,
}
