const ROOT = '/admin'

/**
 * Paths of the operator console. `root` redirects to `today`: the data of an index route is at `/admin.data`, which a cookie with
 * the path `/admin` doesn't cover.
 */
export const consolePaths = {
	root: ROOT,
	today: `${ROOT}/today`,
	/** Setup page, available until there is an operator. */
	setup: `${ROOT}/setup`,
	firstSteps: `${ROOT}/first-steps`,
	signIn: `${ROOT}/sign-in`,
	mailedLink: `${ROOT}/sign-in/link`,
	openLink: `${ROOT}/sign-in/open`,
	linkSent: `${ROOT}/sign-in/sent`,
	secondFactor: `${ROOT}/second-factor`,
	/** Client-side route of the sign-in pages. The server renders them at other URLs, so this one is never requested. */
	entry: `${ROOT}/entry`,
	signOut: `${ROOT}/sign-out`,
	brand: `${ROOT}/brand.css`,
	built: `${ROOT}/assets/:file`,
	search: `${ROOT}/search`,
	find: `${ROOT}/find`,
	listColumns: `${ROOT}/lists/columns`,
	listViews: `${ROOT}/lists/views`,
	undo: `${ROOT}/undo`,
	bulkJobs: `${ROOT}/bulk`,
	queueLater: `${ROOT}/queue/later`,
	queueDone: `${ROOT}/queue/done`,
	queueBack: `${ROOT}/queue/back`,
	actions: `${ROOT}/actions`,
	tickets: `${ROOT}/tickets`,
	overview: `${ROOT}/overview`,
	overviewFile: `${ROOT}/overview.csv`,
	funnel: `${ROOT}/overview/funnel`,
	funnelFile: `${ROOT}/overview/funnel.csv`,
	orders: `${ROOT}/orders`,
	coupons: `${ROOT}/coupons`,
	invoices: `${ROOT}/invoices`,
	invoiceFile: `${ROOT}/invoices.csv`,
	payouts: `${ROOT}/payouts`,
	learners: `${ROOT}/learners`,
	addLearner: `${ROOT}/learners/add`,
	learnerImports: `${ROOT}/learner-imports`,
	applications: `${ROOT}/applications`,
	feedback: `${ROOT}/feedback`,
	earlyAccess: `${ROOT}/early-access`,
	answers: `${ROOT}/answers`,
	privacy: `${ROOT}/privacy`,
	messages: `${ROOT}/messages`,
	sms: `${ROOT}/sms`,
	suppressions: `${ROOT}/suppressions`,
	subscribers: `${ROOT}/subscribers`,
	addSubscriber: `${ROOT}/subscribers/add`,
	imports: `${ROOT}/imports`,
	newsletter: `${ROOT}/newsletter`,
	newIssue: `${ROOT}/newsletter/new`,
	issuePreview: `${ROOT}/newsletter/new/preview`,
	audience: `${ROOT}/newsletter/audience`,
	audiences: `${ROOT}/audiences`,
	newAudience: `${ROOT}/audiences/new`,
	lifecycle: `${ROOT}/lifecycle`,
	newAutomation: `${ROOT}/lifecycle/new`,
	course: `${ROOT}/course`,
	content: `${ROOT}/content`,
	contentFile: `${ROOT}/content/file`,
	contentAutosave: `${ROOT}/content/autosave`,
	contentLive: `${ROOT}/content/live`,
	contentBlock: `${ROOT}/content/block`,
	contentBegin: `${ROOT}/content/new`,
	contentCheck: `${ROOT}/content/check`,
	contentHistory: `${ROOT}/content/history`,
	contentVersions: `${ROOT}/content/versions`,
	contentDelete: `${ROOT}/content/delete`,
	contentOrigin: `${ROOT}/content/origin`,
	contentDiscard: `${ROOT}/content/discard`,
	contentSite: `${ROOT}/content/site`,
	contentSiteFiles: `${ROOT}/content/site/at`,
	contentEmails: `${ROOT}/content/emails`,
	contentEmailHtml: `${ROOT}/content/emails/html`,
	contentDocuments: `${ROOT}/content/documents`,
	contentDocumentFile: `${ROOT}/content/documents/pdf`,
	contentPublish: `${ROOT}/content/publish`,
	contentSchedule: `${ROOT}/content/schedule`,
	contentUnschedule: `${ROOT}/content/schedule/cancel`,
	contentHiddenLinks: `${ROOT}/content/hidden-links`,
	contentReleases: `${ROOT}/content/releases`,
	media: `${ROOT}/media`,
	logo: `${ROOT}/logo`,
	logoReset: `${ROOT}/logo/original`,
	mediaImport: `${ROOT}/media/import`,
	health: `${ROOT}/health`,
	deadJobs: `${ROOT}/health/jobs`,
	backupNow: `${ROOT}/health/backup`,
	restoreTest: `${ROOT}/health/restore-test`,
	checklist: `${ROOT}/checklist`,
	settings: `${ROOT}/settings`,
	team: `${ROOT}/settings/team`,
	account: `${ROOT}/account`,
	recoveryCodes: `${ROOT}/account/recovery-codes`,
	invitation: `${ROOT}/invitation`,
} as const

/** Returns the URL of the publish page on which only this file's draft is selected, and those that must be published with it. */
export const publishAddress = (path: string) => `${consolePaths.contentPublish}?only=${encodeURIComponent(path)}`

/** URL of the switch for sample content, among the switches for pages that can be turned off. */
export const hideSamplesAddress = `${consolePaths.settings}/site-pages#f-hideSamples`
export const hiddenPagesAddress = `${consolePaths.settings}/site-pages#f-hiddenPages`

/** Files uploaded in the brand settings. They have no editor. */
export const BRAND_UPLOADS: readonly string[] = ['logo.svg', 'logo-dark.svg', 'heading-font.json']

/** Returns the console URL of a content file: its editor, or `page`. */
export const fileAddress = (file: string, page: string = consolePaths.contentFile) =>
	`${page === consolePaths.contentFile && BRAND_UPLOADS.includes(file) ? `${consolePaths.settings}/brand` : page}?path=${encodeURIComponent(file)}`

/** The legal texts. `about`: description in the settings. `words`: additional search terms for the command palette. */
export const LEGAL_TEXTS = [
	{
		title: 'Terms of Service',
		file: 'legal/terms.md',
		about: 'What buyers agree to',
		words: 'legal pages conditions refund policy guarantee money back',
	},
	{
		title: 'Privacy Policy',
		file: 'legal/privacy-policy.md',
		about: 'What you store about people, and why',
		words: 'legal pages gdpr data',
	},
	{ title: 'Cookie Policy', file: 'legal/cookie-policy.md', about: 'What the site stores in browsers', words: 'legal pages' },
] as const

/** URL parameters of a list's page: its cursor, and the cursors of earlier pages. */
export const PAGE_PARAMS = ['before', 'pages'] as const
