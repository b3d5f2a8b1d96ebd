import type { Content } from '#content/load-content.server.ts'
import type { TextMarks } from '#content/marks/text-marks.ts'
import type { Edits } from '#content/sources.ts'
import type { GivenPart } from '#contracts/given-part.ts'
import type { AccessPolicy } from '#domain/gating/check-lesson-access.ts'
import type { Invoicing } from '#domain/invoices/invoice.ts'
import type { CaptchaCheck } from '#server/adapters/captcha/port.ts'
import type { CertificatePrinter } from '#server/adapters/certificates/port.ts'
import type { CredentialSuite } from '#server/adapters/credentials/port.ts'
import type { CsvReader } from '#server/adapters/csv/port.ts'
import type { DocumentPrinter } from '#server/adapters/documents/port.ts'
import type { EmailSender, MailReportReader } from '#server/adapters/email/port.ts'
import type { JobQueue } from '#server/adapters/jobs/port.ts'
import type { GuardedFetch } from '#server/adapters/network/port.ts'
import type { OauthProviders, ProviderConfig } from '#server/adapters/oauth/port.ts'
import type { CommonPasswordList } from '#server/adapters/passwords/port.ts'
import type { PaymentProvider } from '#server/adapters/payments/port.ts'
import type { PhoneReader } from '#server/adapters/phone/port.ts'
import type { QrCodeDrawer } from '#server/adapters/qr-code/port.ts'
import type { SmsSender } from '#server/adapters/sms/port.ts'
import type { UploadBucket } from '#server/adapters/uploads/port.ts'
import type { WebauthnCeremonies } from '#server/adapters/webauthn/port.ts'
import type { Config } from '#server/config/config.ts'
import type { ConfigProblem } from '#server/config/variable.ts'
import type { CallerDatabase } from '#server/db/caller-database.ts'
import type { Db, Tx } from '#server/db/database.ts'
import type { Logger } from '#server/kernel/logger.ts'

import type { MessageBudget } from './messaging/message-budget/message-budget.ts'
import type { TableRule } from './people/privacy/registry/table-rule.ts'
import type { ProcessState } from './process-state.ts'

/** Party that makes the request. A union instead of a nullable ID, so that code handles each case explicitly. */
export type Actor =
	| { type: 'anonymous' }
	| { type: 'learner'; userId: string; sessionId: string; aal: 'aal1' | 'aal2' }
	| { type: 'webhook'; source: string }
	| { type: 'system' }

export type LearnerActor = Extract<Actor, { type: 'learner' }>

export type RenderedMail = { template: string; subject: string; text: string; html: string; headers?: Record<string, string> }

/** Hooks of an optional plugin. Services call plugins only through these. */
export type PluginServices = {
	/** Privacy rules of the plugin's tables. They may reference only these tables and those of accounts. */
	tables?: readonly TableRule[]
	/** Finds one of the plugin's enabled sign-in providers by name. */
	findProvider?: (ctx: ServiceContext, name: string) => Promise<ProviderConfig | null>
	/** Endpoints that a session may call before its second factor, such as records of learning (docs/adr/0327). */
	openWithoutFactor?: readonly string[]
	/** Read endpoints that are available to an operator who views the site as a learner. */
	openToViews?: readonly string[]
	/** Runs once after each start, when the server already accepts requests. */
	whenStarted?: (ctx: ServiceContext) => Promise<void>
	/** Lines to print in the terminal once the server accepts requests. */
	announce?: (ctx: ServiceContext) => Promise<readonly string[]>
	/** Runs every five minutes and returns counts of the work done. */
	workWhenDue?: (ctx: ServiceContext) => Promise<Record<string, number>>
	/**
	 * Returns why one of the plugin's queued emails must no longer be sent. Null if it may be sent, and for emails from other senders.
	 */
	findReminderBlocker?: (
		ctx: ServiceContext,
		tx: Tx,
		mail: { template: string; to: string; dedupeKey: string | null },
	) => Promise<string | null>
	/** Renders each of the plugin's emails once, with made-up data. */
	listMailSamples?: (ctx: ServiceContext) => readonly RenderedMail[]
	deleteExpired?: (ctx: ServiceContext) => Promise<Record<string, number>>
	/** Reads the plugin's figures for the overview in the console. */
	readFigures?: (ctx: ServiceContext) => Promise<PluginFigures>
}

/** A plugin's figures, shown below a heading. `path` is a page with details about one figure. */
export type PluginFigures = { title: string; figures: readonly { name: string; value: number | string; path?: string }[] }

/** Renders the pages and files of the site, for any content. */
export type Pages = {
	/** Renders a page for this request only, with the server's data. Never cached. */
	renderForRequest: (content: Content, request: Request, given: GivenPart) => Promise<Response>
	list: (content: Content) => Promise<readonly string[]>
	renderPreview: (content: Content, address: string) => Promise<{ html: string; policy: string } | null>
	/** Returns a file of this content or of the build (logo, sitemap, style sheet); null if there is none. */
	file: (content: Content, address: string) => Promise<{ body: Uint8Array<ArrayBuffer>; type: string } | null>
}

/** Environment and functions from this process's start, for settings that only take effect after a restart. */
export type ProcessStart = {
	environment: Readonly<Record<string, string | undefined>>
	/** @throws ConfigRefused if a setting is missing or invalid */
	readConfig: (environment: Readonly<Record<string, string | undefined>>) => Config
	/** Checks the configuration's keys with the services they belong to. */
	findServiceProblems: (config: Config, variables?: readonly string[]) => Promise<ConfigProblem[]>
	/** Restarts the process; null without a supervisor that starts it again. */
	restart: (() => void) | null
}

export type ServiceContext = {
	config: Config
	/** Content of one release, the same for the whole request. */
	content: Content
	/** Access to modules that are not free (content/offers.json). */
	accessPolicy: AccessPolicy
	/** Null while invoicing is off. */
	invoicing: Invoicing | null
	/** Tax code for the payment provider (content/company/seller.json); null if the provider calculates no tax. */
	productTaxCode: string | null
	db: Db
	/** Queues and caches of the process, by factory: `ctx.state.of(createMergeQueue)`. */
	state: ProcessState
	/** Database access with the caller's own permissions, only for /rest/v1. */
	callerDb: CallerDatabase
	jobs: JobQueue
	payments: PaymentProvider
	email: EmailSender
	readMailReport: MailReportReader
	readCsv: CsvReader
	sms: SmsSender
	start: ProcessStart
	pages: Pages
	phones: PhoneReader
	documents: DocumentPrinter
	webauthn: WebauthnCeremonies
	captcha: CaptchaCheck | null
	oauth: OauthProviders
	/** Bucket for the media library; null while its files are in the database. */
	uploads: UploadBucket | null
	/** Fetches user-supplied URLs; reaches only the public internet. */
	fetchPublic: GuardedFetch
	plugins: readonly PluginServices[]
	drawQrCode: QrCodeDrawer
	isCommonPassword: CommonPasswordList
	credentials: CredentialSuite
	certificates: CertificatePrinter
	messageBudget: MessageBudget
	log: Logger
	now: () => Date
	published: PublishedRelease
	actor: Actor
	/** IP address of the caller, also behind trusted proxies; 'system' for jobs. */
	clientAddress: string
	/** True in local development, where all roles and test runs share one IP address. Never true behind a proxy. */
	isLocalDevelopment: boolean
	/** Cookie that recognizes the browser after a sign-in (services/identity/accounts/trusted-origin.ts). */
	browserCookie: string | null
	userAgent: string
	/**
	 * Set when an operator views the site as a learner (docs/adr/0343): `db` rejects writes, so reads skip the records they would
	 * normally write.
	 */
	onlyReads?: true
	/**
	 * True if our own pages sent the request. Sessions they open require a fresh proof for changes
	 * (services/identity/sessions/fresh-proof.ts).
	 */
	isOurPages: boolean
	requestId: string
}

type PublishedRelease = {
	/** Number of the newest release; null before the first one. */
	readonly number: number | null
	/** Loads the newest release for requests and jobs that start from now on. */
	loadNewest: () => Promise<void>
	/**
	 * Applies edits to the content. The most recent results are cached.
	 * @throws ContentProblem if the content can't be parsed
	 */
	loadDraft: (edits: Edits) => Content
	/**
	 * Like `loadDraft`, with markers that identify the field of each text, for previews in the console.
	 * @throws ContentProblem
	 */
	loadWithMarkers: (edits: Edits) => { content: Content; marks: TextMarks }
	/**
	 * Checks edits before they are published.
	 * @param live the public edits, whose problems are not reported again
	 * @throws ContentProblem that names file, line and field of each problem
	 */
	requireValid: (edits: Edits, live?: Edits) => Promise<void>
}

export type MailSite = Pick<ServiceContext, 'config' | 'content'>

/** Dependencies shared by all requests. `createContext` adds the fields of a request. */
export type Deps = Omit<
	ServiceContext,
	'actor' | 'clientAddress' | 'isLocalDevelopment' | 'browserCookie' | 'userAgent' | 'onlyReads' | 'isOurPages' | 'requestId'
>

/** Creates a context for work outside requests: jobs, start-up, seeds. */
export function systemContext(deps: Deps, requestId: string): ServiceContext {
	return {
		...deps,
		actor: { type: 'system' },
		clientAddress: 'system',
		isLocalDevelopment: false,
		browserCookie: null,
		userAgent: '',
		isOurPages: false,
		requestId,
	}
}
