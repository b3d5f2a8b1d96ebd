import { SandboxFrame } from '#app/admin/ui/sandbox-frame.tsx'
import { useGiven } from '#app/admin/use-given.ts'
import type { DevPage } from '#server/http/dev/outbox.ts'

import { Mail, Mails } from './mails.tsx'
import { Outbox } from './outbox.tsx'

const TITLES = { outbox: 'Outbox', mails: 'Emails' } as const

/** Pages of the development server, such as the outbox. They work without JavaScript. */
export default function DevRoute() {
	const page = useGiven<DevPage>()
	const title = page.page === 'mail' ? page.sample.template : TITLES[page.page]
	return (
		<SandboxFrame mode="sandbox" banner="SANDBOX: nothing on this page has left this computer" title={title}>
			{page.page === 'outbox' && <Outbox {...page} />}
			{page.page === 'mails' && <Mails {...page} />}
			{page.page === 'mail' && <Mail {...page} />}
		</SandboxFrame>
	)
}
