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
import type { WebauthnCeremonies } from '#server/adapters/webauthn/port.ts'
import type { Config } from '#server/config/config.ts'
import type { Problem } from '#server/config/variable.ts'
import type { CallerDatabase } from '#server/db/caller-database.ts'
import type { Db, Tx } from '#server/db/database.ts'
import type { Logger } from '#server/kernel/logger.ts'

import type { MessageBudget } from './messaging/message-budget/message-budget.ts'
import type { TableRule } from './people/privacy/registry/table-rule.ts'
import type { ProcessState } from './process-state.ts'

/** Acting party. Never a nullable id: each case says what it may be trusted with. */
export type Actor =
	| { type: 'anonymous' }
	| { type: 'learner'; userId: string; sessionId: string; aal: 'aal1' | 'aal2' }
	| { type: 'webhook'; source: string }
	| { type: 'system' }

/** A mail as its reader sees it. */
export type MailSample = { template: string; subject: string; text: string; html: string; headers?: Record<string, string> }

/** Hooks of an optional plugin; the services know no plugin by name. */
export type PluginServices = {
	/** Personal data in its tables; each may refer to its own and to those of accounts. */
	tables?: readonly TableRule[]
	/** A sign-in provider that it has under this name and that is on. */
	findProvider?: (ctx: ServiceContext, name: string) => Promise<ProviderConfig | null>
	/** Endpoints of this surface that a session may call while it still owes its second factor. */
	openWithoutFactor?: readonly string[]
	/** Its readings of an account that an operator sees as the learner does. */
	openToViews?: readonly string[]
	/** Runs once after each start, when the server already answers. */
	whenStarted?: (ctx: ServiceContext) => Promise<void>
	/** Lines that a start prints in the terminal once the server answers. */
	announce?: (ctx: ServiceContext) => Promise<readonly string[]>
	/** Runs every five minutes and returns counts of the work done. */
	workWhenDue?: (ctx: ServiceContext) => Promise<Record<string, number>>
	/** Reason why one of its queued mails must no longer be sent; null when it may be, and for every other mail. */
	findReminderBlocker?: (
		ctx: ServiceContext,
		tx: Tx,
		mail: { template: string; to: string; dedupeKey: string | null },
	) => Promise<string | null>
	/** Each of its mails once, with made-up data. */
	listMailSamples?: (ctx: ServiceContext) => readonly MailSample[]
	/** Deletes expired rows and returns their number by kind. */
	deleteExpired?: (ctx: ServiceContext) => Promise<Record<string, number>>
}

/** The pages of the site, of any release of the content. */
export type Pages = {
	/** A page for this request alone, with the server's additions. Never cached. */
	present: (content: Content, request: Request, given: GivenPart) => Promise<Response>
	/** Addresses of all public pages of this content. */
	list: (content: Content) => Promise<readonly string[]>
	/** A page as a visitor gets it; null if there is none at this address. */
	draw: (content: Content, address: string) => Promise<{ html: string; policy: string } | null>
	/** A file of this content (logo, icon, picture, site map, style sheet), or of the build; null if there is none. */
	file: (content: Content, address: string) => Promise<{ body: Uint8Array<ArrayBuffer>; type: string } | null>
}

/** Start-up data of this process, for settings that take effect at the next start. */
export type ProcessStart = {
	/** Environment at the start, without values from the console. */
	environment: Readonly<Record<string, string | undefined>>
	/** @throws ConfigRefused */
	readConfig: (environment: Readonly<Record<string, string | undefined>>) => Config
	/** Asks the services of a configuration whether they know its keys. */
	askServices: (config: Config, variables?: readonly string[]) => Promise<Problem[]>
	/** Ends it once its requests are answered, and it is started again; null when nothing would start it. */
	restart: (() => void) | null
}

/** Context of one request or job. */
export type ServiceContext = {
	config: Config
	/** One release, the same for the whole request. */
	content: Content
	/** Access to modules that are not free (content/offers.json). */
	accessPolicy: AccessPolicy
	/** Seller on invoices (content/company/seller.json); null while none are made. */
	invoicing: Invoicing | null
	/** Tax category for the payment provider (content/company/seller.json); null if it calculates no tax. */
	productTaxCode: string | null
	db: Db
	/** Its queues and caches, each found by its maker: `ctx.state.of(createMergeQueue)`. */
	state: ProcessState
	/** The same database with the caller's rights: only for /rest/v1. */
	callerDb: CallerDatabase
	jobs: JobQueue
	payments: PaymentProvider
	email: EmailSender
	readMailReport: MailReportReader
	readCsv: CsvReader
	sms: SmsSender
	start: ProcessStart
	/** Draws the public pages of any content. */
	pages: Pages
	phones: PhoneReader
	documents: DocumentPrinter
	webauthn: WebauthnCeremonies
	/** Null where the operator asks for no captcha. */
	captcha: CaptchaCheck | null
	oauth: OauthProviders
	/** For addresses given by others: reaches only the public internet. */
	fetchPublic: GuardedFetch
	/** The optional plugins that are mounted (server/plugins). */
	plugins: readonly PluginServices[]
	drawQrCode: QrCodeDrawer
	isCommonPassword: CommonPasswordList
	credentials: CredentialSuite
	certificates: CertificatePrinter
	messageBudget: MessageBudget
	log: Logger
	now: () => Date
	/** Source of `content`: the newest release. */
	published: PublishedRelease
	actor: Actor
	/** Address of the caller after trusted proxies; 'system' for jobs. */
	clientAddress: string
	/** A developer's own machine, where every role and every test run shares one address. Never true behind a proxy. */
	isLocalDevelopment: boolean
	/** Recognizes the browser after a sign-in (services/identity/accounts/known-browser.ts); null without. */
	browserCookie: string | null
	userAgent: string
	/** An operator's view (docs/adr/0343): `db` refuses to write, so reads skip their usual records. */
	onlyReads?: true
	/** Our own pages ask. A session that they open asks for more (services/identity/sessions/fresh-proof.ts). */
	isOurPages: boolean
	requestId: string
}

type PublishedRelease = {
	/** The release that this process serves; null before its first. */
	readonly number: number | null
	/** Lets requests and jobs that begin from now on see the newest release. */
	take: () => Promise<void>
	/** Content with these edits, remembered for the last ones asked for. @throws ContentProblem when it cannot be read */
	draft: (edits: Edits) => Content
	/** The same with marks that name the field of each text, for previews of the console alone. @throws ContentProblem */
	marked: (edits: Edits) => { content: Content; marks: TextMarks }
	/**
	 * @param live the public edits: what is wrong there already is left out; undefined: all edits are new
	 * @throws ContentProblem that names file, line and field of each fault that content with these edits has
	 */
	check: (edits: Edits, live?: Edits) => Promise<void>
}

export type MailSite = Pick<ServiceContext, 'config' | 'content'>

/** Process-wide dependencies. `createContext` adds the request's part. */
export type Deps = Omit<
	ServiceContext,
	'actor' | 'clientAddress' | 'isLocalDevelopment' | 'browserCookie' | 'userAgent' | 'onlyReads' | 'isOurPages' | 'requestId'
>

/** Context of work that no request asked for: jobs, start-up, seeds. */
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
