import { Resolver } from 'node:dns/promises'
import { once } from 'node:events'
import fs from 'node:fs/promises'
import net from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import tls from 'node:tls'

import type { ServiceContext } from '#server/services/context.ts'

import {
	type CheckFamily,
	type CheckTexts,
	fixVerdict,
	offVerdict,
	okVerdict,
	type CheckInputs,
	type CheckVerdict,
	warnVerdict,
} from './check.ts'
import { contentChecks } from './content-checks.ts'
import { installationChecks } from './installation-checks.ts'
import { machineChecks, readDisk } from './machine-checks.ts'
import { mailChecks } from './mail-checks.ts'
import { paymentChecks } from './payment-checks.ts'
import { readContentFacts } from './read-content-facts.ts'

/**
 * @param limitMs timeout
 * @throws Error if there is no response in time
 */
export async function readTlsEnd(host: string, port: number, limitMs: number): Promise<Date> {
	// An unverified connection is fine: only the expiry date is read, and nothing is sent.
	const socket = tls.connect({ host, port, rejectUnauthorized: false, ...(net.isIP(host) === 0 && { servername: host }) })
	try {
		await once(socket, 'secureConnect', { signal: AbortSignal.timeout(limitMs) })
		return new Date(socket.getPeerCertificate().valid_to)
	} finally {
		socket.destroy()
	}
}

async function checkAccount({ sms, config }: ServiceContext): Promise<CheckVerdict> {
	if (!config.sms.twilio)
		return offVerdict(config.sms.mode === 'off' ? 'text messages are off, and the pages say so' : 'text messages stay on this server')
	const problem = await sms.check?.()
	return problem
		? fixVerdict(problem, 'Check TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN, and the account’s status in Twilio’s console.')
		: okVerdict(`account ${config.sms.twilio.accountSid}`)
}

const textChecks: CheckFamily = {
	name: 'Text messages',
	checks: [{ id: 'sms-account', what: 'The account for text messages works', why: 'Codes and reminders by text message need it.' }],
	run: async (ctx) => ({ 'sms-account': await checkAccount(ctx) }),
}

const FAMILIES: readonly CheckFamily[] = [installationChecks, paymentChecks, mailChecks, textChecks, contentChecks, machineChecks]

const PROJECT_DIR = path.resolve(import.meta.dirname, '..', '..', '..', '..')
const LIMIT_MS = 30_000
const DNS_LIMIT = { timeout: 3000, tries: 2 }

async function readProgramVersion(): Promise<string> {
	const { version } = JSON.parse(await fs.readFile(path.join(PROJECT_DIR, 'package.json'), 'utf8')) as { version: string }
	return version
}

async function collectInputs({ config, content }: ServiceContext): Promise<CheckInputs> {
	const resolver = new Resolver(DNS_LIMIT)
	return {
		content: readContentFacts(content),
		resolveTxt: (name) => resolver.resolveTxt(name),
		fetch,
		readTlsEnd: (host, port) => readTlsEnd(host, port, LIMIT_MS / 2),
		readDisk: () => readDisk(config),
		nodeVersion: process.version,
		programVersion: await readProgramVersion(),
		limitMs: LIMIT_MS,
	}
}

export type ChecklistLine = CheckTexts & CheckVerdict & { family: string }

export const listChecks = (): (CheckTexts & { family: string })[] =>
	FAMILIES.flatMap(({ name, checks }) => checks.map((check) => ({ ...check, family: name })))

async function runFamily(ctx: ServiceContext, inputs: CheckInputs, family: CheckFamily): Promise<ChecklistLine[]> {
	const timer = new AbortController()
	const timeout = sleep(inputs.limitMs, 'late' as const, { signal: timer.signal }).catch(() => 'late' as const)
	const notChecked = (problem: string) => warnVerdict(`could not be checked: ${problem}`, 'Try again; the log may say more.')
	const result = await Promise.race([family.run(ctx, inputs), timeout]).catch((error: unknown) => {
		ctx.log.warn('launch checklist: a check failed', { family: family.name, error })
		return error instanceof Error ? error.message : String(error)
	})
	timer.abort()
	const verdictOf = (id: string): CheckVerdict => {
		if (result === 'late') return notChecked(`no answer in ${inputs.limitMs / 1000} seconds`)
		return typeof result === 'string' ? notChecked(result) : (result[id] ?? notChecked('no result'))
	}
	return family.checks.map((check) => ({ ...check, family: family.name, ...verdictOf(check.id) }))
}

/**
 * Checks the configured services, DNS, content, build, database and disk. Changes nothing here and sends no email; at the payment provider,
 * it opens a checkout and closes it. Findings are returned, not thrown.
 * @param changes inputs that a test replaces
 */
export async function runChecklist(ctx: ServiceContext, changes: Partial<CheckInputs> = {}): Promise<ChecklistLine[]> {
	const inputs = { ...(await collectInputs(ctx)), ...changes }
	const lines = await Promise.all(FAMILIES.map((family) => runFamily(ctx, inputs, family)))
	return lines.flat()
}

export async function runChecks(ctx: ServiceContext, name: string): Promise<ChecklistLine[]> {
	const inputs = await collectInputs(ctx)
	const families = FAMILIES.filter((family) => family.name === name)
	return (await Promise.all(families.map((family) => runFamily(ctx, inputs, family)))).flat()
}
