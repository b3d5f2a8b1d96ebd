import { z } from 'zod'

import { signInVariables, toSignInConfig } from './auth.ts'
import { backupVariables, findBackupConfigProblems, toBackupConfig } from './backups.ts'
import { bucketVariables, findBucketConfigProblems, toBucketConfig } from './buckets.ts'
import { captchaVariables, missingCaptchaVariable, toCaptchaConfig } from './captcha.ts'
import { exposureVariables, findExposureConfigProblems, toOtherOrigins, toSandboxToken } from './exposure.ts'
import { externalVariables, findProviderConfigProblems, toExternalConfig } from './external.ts'
import { findLiveConfigProblems, goingLiveVariables, isLive } from './going-live.ts'
import { findJwtProblem, jwtVariables, toJwtConfig } from './jwt.ts'
import { limitVariables, storageVariables, toLimitConfig } from './limits.ts'
import { findMailConfigProblems, mailEnvironment, toMailConfig } from './mail.ts'
import { findMetricsProblem, observingVariables, toObservingConfig } from './observing.ts'
import { passwordVariables, toPasswordConfig } from './password.ts'
import { findUnpayable, paymentsEnvironment, refusePayments, toPaymentsConfig } from './payments.ts'
import { PluginConfig, type PluginSettings } from './plugin-settings.ts'
import { restVariables, toRestConfig } from './rest.ts'
import { findSessionProblem, sessionVariables, toSessionConfig } from './sessions.ts'
import { missingTwilioVariable, smsEnvironment, toSmsConfig } from './sms.ts'
import { findTestCodeProblem, testOtpEnv, toTestCodeConfig } from './test-codes.ts'
import { flag, type ConfigProblem, splitList } from './variable.ts'

/** Leaves out empty variables, which count as not set: shells and compose files often set them. */
const withoutEmpty = (env: Readonly<Record<string, string | undefined>>) =>
	Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))

/** All variables, documented in docs/configuration.md and configuration-sign-in.md. */
const variables = {
	...exposureVariables,
	PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
	DATA_DIR: z.string().default('data'),
	/** Folder of content edits, adopted at startup (content/read-sources.server.ts). */
	CONTENT_DIR: z.string().optional(),
	/** Folder of the course, which content/read-sources.server.ts reads. It's listed here so that it isn't reported as unknown. */
	COURSE_DIR: z.string().default('content/course'),
	DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
	DATABASE_DIRECT_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
	LOG_LEVEL: z.enum(['error', 'warn', 'info', 'debug']).default('info'),
	SANDBOX: flag.optional(),
	SERVER_PARTS: z.enum(['all', 'web', 'jobs']).default('all'),
	TRUSTED_PROXY_HOPS: z.coerce.number().int().min(0).max(5).default(0),
	...backupVariables,
	...bucketVariables,
	...goingLiveVariables,
	GOTRUE_URI_ALLOW_LIST: z.string().default(''),
	GOTRUE_DISABLE_SIGNUP: flag.default(false),
	GOTRUE_EXTERNAL_EMAIL_ENABLED: flag.default(true),
	GOTRUE_MAILER_AUTOCONFIRM: flag.default(false),
	GOTRUE_MAILER_SECURE_EMAIL_CHANGE_ENABLED: flag.default(true),
	GOTRUE_MAILER_OTP_EXP: z.coerce.number().int().min(1).max(31_536_000).default(600),
	...jwtVariables,
	...sessionVariables,
	...limitVariables,
	...storageVariables,
	...passwordVariables,
	...testOtpEnv,
	...signInVariables,
	...captchaVariables,
	...restVariables,
	...mailEnvironment,
	...externalVariables,
	...smsEnvironment,
	...paymentsEnvironment,
	...observingVariables,
}

export const withPluginVariables = (plugins: readonly PluginSettings[]): typeof variables =>
	Object.assign({}, variables, ...plugins.map((plugin) => plugin.variables))

const environmentOf = (plugins: readonly PluginSettings[]) =>
	z.object(withPluginVariables(plugins)).superRefine((env, issues) => {
		const unset = missingCaptchaVariable(env)
		const missing = missingTwilioVariable(env)
		const problems = [
			unset !== null && { variable: unset, message: 'is needed with GOTRUE_SECURITY_CAPTCHA_ENABLED' },
			missing !== null && { variable: missing, message: 'is needed with the other variables of Twilio' },
			...findBucketConfigProblems(env, 'UPLOADS'),
			...[
				findBackupConfigProblems,
				findLiveConfigProblems,
				findExposureConfigProblems,
				findMailConfigProblems,
				findProviderConfigProblems,
			].flatMap((find) => find(env)),
			...[findUnpayable, findJwtProblem, findSessionProblem, findTestCodeProblem, refusePayments, findMetricsProblem].map((find) =>
				find(env),
			),
			...plugins.map((plugin) => plugin.findProblem?.(env)),
		]
		for (const problem of problems) if (problem) issues.addIssue({ code: 'custom', path: [problem.variable], message: problem.message })
	})

/** Lists GoTrue variables that are set but have no effect here (docs/configuration-sign-in.md). */
export const findUnusedVariables = (env: Readonly<Record<string, string | undefined>>, plugins: readonly PluginSettings[]): string[] =>
	Object.keys(env)
		.filter((name) => name.startsWith('GOTRUE_') && !Object.hasOwn(withPluginVariables(plugins), name))
		.toSorted()

export type Config = ReturnType<typeof toConfig>

const toConfig = (env: z.output<ReturnType<typeof environmentOf>>, plugins: readonly PluginSettings[]) => {
	const siteUrl = (env.GOTRUE_SITE_URL ?? `http://localhost:${env.PORT}`).replace(/\/+$/, '')
	const authUrl = `${siteUrl}/auth/v1`
	return {
		environment: env.NODE_ENV,
		/** True if real customers can buy here. */
		isLive: isLive(env),
		hstsIncludesSubdomains: env.HSTS_INCLUDE_SUBDOMAINS,
		/** Parts of this server, if several share one database: `web` runs no jobs, and `jobs` serves no site. */
		parts: env.SERVER_PARTS,
		host: env.HOST,
		port: env.PORT,
		dataDir: env.DATA_DIR,
		databaseUrl: env.DATABASE_URL ?? null,
		/** Address that bypasses the pooler, if `databaseUrl` leads to one. */
		databaseDirectUrl: env.DATABASE_DIRECT_URL ?? null,
		backups: toBackupConfig(env),
		logLevel: env.LOG_LEVEL,
		/** Payment settings. `kind: 'sandbox'` uses the built-in sandbox; email and SMS each have a separate `mode`. */
		payments: toPaymentsConfig(env),
		trustedProxyHops: env.TRUSTED_PROXY_HOPS,
		/** Token that opens `/dev` and `/sandbox` to other machines. */
		sandboxToken: toSandboxToken(env),
		email: toMailConfig(env),
		/** Storage quota in bytes for the files of all job applications together. */
		fileStorageBytes: env.FILE_STORAGE_MB * 1_000_000,
		media: {
			storageBytes: env.MEDIA_STORAGE_MB * 1_000_000,
			videoBytes: env.MEDIA_VIDEO_MB * 1_000_000,
			/** Bucket for new uploads; null stores them in the database. */
			bucket: toBucketConfig(env, 'UPLOADS'),
		},
		/** Address for alerts; null for the support address. */
		operatorEmail: env.OPERATOR_EMAIL ?? null,
		captcha: toCaptchaConfig(env),
		rest: toRestConfig(env),
		observing: toObservingConfig(env),
		sms: toSmsConfig(env, env.NODE_ENV !== 'production' || env.SANDBOX === true),
		/** Public URL without a trailing slash, used in certificates. */
		publicUrl: siteUrl,
		/**
		 * Base URL of all links in messages: `publicUrl`, or within a request the visitor's origin if it is one of
		 * `otherOrigins`.
		 */
		siteUrl,
		/** Additional origins, by host name. */
		otherOrigins: toOtherOrigins(env),
		plugins: new PluginConfig(plugins.map((plugin) => [plugin, plugin.read(env, authUrl)] as const)),
		auth: {
			url: authUrl,
			...toJwtConfig(env, authUrl),
			...toSessionConfig(env),
			...toLimitConfig(env),
			...toPasswordConfig(env),
			...toTestCodeConfig(env),
			redirectAllowList: splitList(env.GOTRUE_URI_ALLOW_LIST),
			signupDisabled: env.GOTRUE_DISABLE_SIGNUP,
			emailEnabled: env.GOTRUE_EXTERNAL_EMAIL_ENABLED,
			/** True if a change of email must also be confirmed from the current address. */
			emailChangeAsksBoth: env.GOTRUE_MAILER_SECURE_EMAIL_CHANGE_ENABLED,
			emailAutoconfirm: env.GOTRUE_MAILER_AUTOCONFIRM,
			emailCodeSeconds: env.GOTRUE_MAILER_OTP_EXP,
			...toSignInConfig(env, siteUrl),
			...toExternalConfig(env),
		},
	}
}

/** True if emails or SMS stay on this machine, where `/dev/outbox` shows them. */
export const hasOutbox = ({ email, sms }: Pick<Config, 'email' | 'sms'>): boolean => email.mode === 'outbox' || sms.mode === 'outbox'

/** True if any of email, SMS and payments is simulated, so that the server has sandbox pages. */
export const hasSandbox = (config: Pick<Config, 'email' | 'sms' | 'payments'>): boolean =>
	hasOutbox(config) || config.payments.kind === 'sandbox'

/** Error in the configuration, which keeps the server from starting. */
export class ConfigRefused extends Error {
	readonly problems: readonly ConfigProblem[]

	constructor(problems: readonly ConfigProblem[]) {
		super(problems.map(({ variable, message }) => `${variable}: ${message}`).join('\n'))
		this.problems = problems
	}
}

/**
 * Parses the environment variables. `process/environment.ts` passes the plugins.
 * @throws ConfigRefused with one line per invalid variable, each starting with its name
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>, plugins: readonly PluginSettings[] = []): Config {
	const parsed = environmentOf(plugins).safeParse(withoutEmpty(env))
	if (parsed.success) return toConfig(parsed.data, plugins)
	throw new ConfigRefused(parsed.error.issues.map(({ path, message }) => ({ variable: path.join('.'), message })))
}
