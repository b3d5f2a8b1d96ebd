import { SandboxFrame } from '#app/admin/ui/sandbox-frame.tsx'
import { useGiven } from '#app/admin/use-given.ts'
import type { DevPage } from '#server/http/dev/dev-page.ts'

import { Mail, Mails } from './mails.tsx'
import { Outbox } from './outbox.tsx'

function titleOf(page: DevPage): string {
	if (page.page === 'mail') return page.sample.template
	return page.page === 'mails' ? 'Mails' : 'Outbox'
}

function Content({ page }: { page: DevPage }) {
	switch (page.page) {
		case 'outbox':
			return <Outbox {...page} />
		case 'mails':
			return <Mails {...page} />
		case 'mail':
			return <Mail {...page} />
	}
}

/** What the sandbox keeps on this machine, without script. */
export default function DevRoute() {
	const page = useGiven<DevPage>()
	const title = titleOf(page)
	return (
		<SandboxFrame banner="SANDBOX: nothing on this page has left this machine" title={title}>
			<title>{`${title} (sandbox)`}</title>
			<Content page={page} />
		</SandboxFrame>
	)
}
