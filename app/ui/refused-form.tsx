import { type ReactNode, use } from 'react'

import { Callout } from './callout.tsx'
import { RefusedForm, ServerPart } from './server-part.ts'

/** The content of a form that posts to `action`. Where the server has refused it: with the reason above, and what was typed in its fields. */
export function FormContent({ action, children }: { action: unknown; children: ReactNode }) {
	const { refusal } = use(ServerPart)
	if (!refusal || refusal.action !== action) return children
	return (
		<RefusedForm value={refusal}>
			<Callout tone="danger" role="alert" title={refusal.title}>
				<p className="max-w-read">{refusal.text}</p>
			</Callout>
			{children}
		</RefusedForm>
	)
}
