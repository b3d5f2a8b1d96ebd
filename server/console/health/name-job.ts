/** Names of jobs for the operator. The others maintain the server, under their own names. */
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

/** A job as the console calls it. */
export const nameJob = (name: string) => JOBS[name] ?? name.replaceAll('-', ' ').replace(/^./, (first) => first.toUpperCase())
