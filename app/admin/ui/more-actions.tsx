import type { ReactNode } from 'react'

import { Disclosure } from '#app/ui/disclosure.tsx'

import { useConsole } from './page.tsx'

/** Actions that are rarely needed, in a section that one button opens. After a refusal without script it is open, to show the reason. */
export function MoreActions({ children }: { children: ReactNode }) {
	const { failure } = useConsole()
	return (
		<Disclosure summary="More actions" open={failure !== null}>
			<div className="action-row">{children}</div>
		</Disclosure>
	)
}
