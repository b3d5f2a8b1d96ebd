/**
 * `npm run mail -- bounce < message` processes a bounce or complaint, for example piped from the mail server's alias file. `npm
 * run mail -- allow <address>` lifts the suppression of an address.
 */
import { buffer } from 'node:stream/consumers'

import { parseEmailAddress } from '#domain/auth/email-address.ts'
import { allowAddress, receiveMailReport, type ReportOutcome } from '#server/services/messaging/outbox/mail-suppressions.ts'

import { runOperatorCommand, UsageError } from './operate.ts'

const ANSWERS: Record<ReportOutcome, string> = {
	'hard-bounce': 'Recorded: the mailbox does not exist. Its address gets no more email.',
	complaint: 'Recorded: the recipient reported spam. The address gets no more newsletters.',
	noted: 'Recorded with the message. It is not about the mailbox, so the address stays active.',
	ignored: 'The mail server is still retrying. Nothing was changed.',
	'no-report': 'This is neither a bounce nor a complaint. Nothing was changed.',
	'unknown-message': 'It does not refer to a message sent from here. Nothing was changed.',
}

const [command, argument = ''] = process.argv.slice(2)
await runOperatorCommand(async (ctx) => {
	if (command === 'bounce') console.log(ANSWERS[await receiveMailReport(ctx, await buffer(process.stdin))])
	else if (command === 'allow') {
		const address = parseEmailAddress(argument)
		if (address === null) throw new UsageError('npm run mail -- allow <address>')
		console.log((await allowAddress(ctx, address)) ? `Emails to ${address} are sent again.` : `${address} was not suppressed.`)
	} else throw new UsageError('npm run mail -- bounce < message | allow <address>')
})
