import { createSmtpEmail } from '#server/adapters/email/smtp.ts'
import { checkTwilio } from '#server/adapters/sms/twilio.ts'
import { createS3Uploads } from '#server/adapters/uploads/s3.ts'
import type { Config } from '#server/config/config.ts'
import { findKeyCheck } from '#server/config/payments.ts'
import type { ConfigProblem } from '#server/config/variable.ts'
import type { S3Settings } from '#server/db/backup/open-bucket.ts'
import type { Logger } from '#server/kernel/logger.ts'

const TIMEOUT_MS = 8000

type Check = { variable: string; run: () => Promise<string | null> }

/**
 * Checks a key. Only 401 means that the key is unknown: a restricted key may be refused here and still be valid.
 * @returns the problem, or null
 * @throws Error if the service doesn't respond
 */
async function checkApiKey(url: string, authorization: string): Promise<string | null> {
	const answer = await fetch(url, { headers: { authorization, accept: 'application/json' }, signal: AbortSignal.timeout(TIMEOUT_MS) })
	await answer.body?.cancel()
	return answer.status === 401 ? 'the service doesn’t recognize this key' : null
}

async function checkBucket(settings: S3Settings): Promise<null> {
	const uploads = createS3Uploads(settings)
	const bytes = Buffer.from('Launchway can write here.')
	await uploads.write('check', { contentType: 'text/plain', bytes: bytes.length, read: () => Promise.resolve(bytes) })
	await uploads.remove('check')
	return null
}

function listChecks({ payments, sms: { twilio }, email: { smtp }, media: { bucket } }: Config): Check[] {
	const key = findKeyCheck(payments)
	return [
		...(key ? [{ variable: key.variable, run: () => checkApiKey(key.url, key.authorization) }] : []),
		...(twilio ? [{ variable: 'TWILIO_AUTH_TOKEN', run: () => checkTwilio(twilio) }] : []),
		...(smtp ? [{ variable: 'GOTRUE_SMTP_HOST', run: createSmtpEmail(smtp).check }] : []),
		...(bucket ? [{ variable: 'UPLOADS_S3_URL', run: () => checkBucket(bucket) }] : []),
	]
}

/**
 * Checks the configured services.
 * @param variables limits the checks to these variables
 * @returns the problems, including services that don't respond
 */
export async function findServiceProblems(config: Config, variables?: readonly string[]): Promise<ConfigProblem[]> {
	const checks = listChecks(config).filter(({ variable }) => variables?.includes(variable) ?? true)
	const answers = await Promise.all(
		checks.map(async ({ variable, run }) => {
			const message = await run().catch((error: unknown) => (error instanceof Error ? error.message : String(error)))
			return message === null ? [] : [{ variable, message }]
		}),
	)
	return answers.flat()
}

/** Checks the configured services in the background. Only logs warnings: a service may be down for a while. */
export async function logServiceProblems(config: Config, log: Logger): Promise<void> {
	for (const { variable, message: problem } of await findServiceProblems(config))
		log.warn('service rejected its configuration', { variable, problem })
}
