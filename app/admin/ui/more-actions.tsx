import type { ReactNode } from 'react'

import { Disclosure } from '#app/ui/disclosure.tsx'

import { useConsole } from './page.tsx'

/** Collapsible section of rarely needed actions. Expanded after a refusal without script, to show the reason. */
export function MoreActions({ children }: { children: ReactNode }) {
	const { failure } = useConsole()
	return (
		<Disclosure summary="More actions" open={failure !== null}>
			<div className="action-row">{children}</div>
		</Disclosure>
	)
}
