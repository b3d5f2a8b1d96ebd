import type { ServiceContext } from '#server/services/context.ts'

import { type CheckFamily, fix, off, ok, type Verdict } from './check.ts'

async function lookAtAccount({ sms, config }: ServiceContext): Promise<Verdict> {
	if (!config.sms.twilio)
		return off(config.sms.mode === 'off' ? 'text messages are off, and the pages say so' : 'texts stay on this machine')
	const problem = await sms.check?.()
	return problem
		? fix(problem, 'See TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN, and the account’s state in Twilio’s console.')
		: ok(`account ${config.sms.twilio.accountSid}`)
}

export const textChecks: CheckFamily = {
	name: 'Text messages',
	checks: [{ id: 'sms-account', what: 'The account for text messages works', why: 'Codes and reminders by telephone need it.' }],
	look: async (ctx) => ({ 'sms-account': await lookAtAccount(ctx) }),
}
