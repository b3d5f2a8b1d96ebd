import { createSmtpEmail } from '#server/adapters/email/smtp.ts'
import { askTwilio } from '#server/adapters/sms/twilio.ts'
import { createS3Uploads } from '#server/adapters/uploads/s3.ts'
import type { Config } from '#server/config/config.ts'
import { findKeyCheck } from '#server/config/payments.ts'
import type { Problem } from '#server/config/variable.ts'
import type { S3Settings } from '#server/db/backup/open-bucket.ts'
import type { Logger } from '#server/kernel/logger.ts'

const LIMIT_MS = 8000

type Check = { variable: string; ask: () => Promise<string | null> }

/**
 * Checks a key. Only 401 means that the key is unknown: a restricted key may be refused here and still be valid.
 * @returns the problem, or null
 * @throws Error if the service doesn't respond
 */
async function askApi(url: string, authorization: string): Promise<string | null> {
	const answer = await fetch(url, { headers: { authorization, accept: 'application/json' }, signal: AbortSignal.timeout(LIMIT_MS) })
	await answer.body?.cancel()
	return answer.status === 401 ? 'the service doesn’t recognize this key' : null
}

/** Writes a file and removes it. */
async function askBucket(settings: S3Settings): Promise<null> {
	const uploads = createS3Uploads(settings)
	const bytes = Buffer.from('Launchway can write here.')
	await uploads.write('check', { contentType: 'text/plain', bytes: bytes.length, read: () => Promise.resolve(bytes) })
	await uploads.remove('check')
	return null
}

function listChecks({ payments, sms: { twilio }, email: { smtp }, media: { bucket } }: Config): Check[] {
	const key = findKeyCheck(payments)
	return [
		...(key ? [{ variable: key.variable, ask: () => askApi(key.url, key.authorization) }] : []),
		...(twilio ? [{ variable: 'TWILIO_AUTH_TOKEN', ask: () => askTwilio(twilio) }] : []),
		...(smtp ? [{ variable: 'GOTRUE_SMTP_HOST', ask: createSmtpEmail(smtp).check }] : []),
		...(bucket ? [{ variable: 'UPLOADS_S3_URL', ask: () => askBucket(bucket) }] : []),
	]
}

/**
 * Checks the configured services.
 * @param variables limits the checks to these variables
 * @returns the problems, including services that don't respond
 */
export async function askServices(config: Config, variables?: readonly string[]): Promise<Problem[]> {
	const checks = listChecks(config).filter(({ variable }) => variables?.includes(variable) ?? true)
	const answers = await Promise.all(
		checks.map(async ({ variable, ask }) => {
			const message = await ask().catch((error: unknown) => (error instanceof Error ? error.message : String(error)))
			return message === null ? [] : [{ variable, message }]
		}),
	)
	return answers.flat()
}

/** Checks the configured services in the background. Only logs warnings: a service may be down for a while. */
export async function checkServices(config: Config, log: Logger): Promise<void> {
	for (const { variable, message: problem } of await askServices(config))
		log.warn('service rejected its configuration', { variable, problem })
}
