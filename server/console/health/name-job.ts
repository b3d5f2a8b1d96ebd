/** Job names for operators. Unlisted jobs maintain the server and are shown by their own name. */
const JOBS: Readonly<Record<string, string>> = {
	'announce-articles': 'Email new articles to subscribers',
	'deliver-message': 'Send an email',
	'send-newsletter': 'Send a newsletter',
	'send-refund': 'Send a refund to the payment provider',
	'send-text': 'Send a text message',
	'send-auth-sms': 'Text a sign-in code',
	'run-bulk': 'Run a bulk action',
	'publish-scheduled': 'Publish what is scheduled',
	'reconcile-payments': 'Check payments with the provider',
	'erase-accounts': 'Delete accounts that are due',
}

/** Returns a job's display name. */
export const nameJob = (name: string) => JOBS[name] ?? name.replaceAll('-', ' ').replace(/^./, (first) => first.toUpperCase())
