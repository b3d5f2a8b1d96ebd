import type { ReactNode } from 'react'
import { useLocation } from 'react-router'

import { Menu, useClosing } from './menu.tsx'
import { useConsole } from './page.tsx'

/** Menu of rarely needed actions, at the end of a row of actions. Opened after a refusal without script, to show the reason. */
export function MoreActions({ children }: { children: ReactNode }) {
	const { failure } = useConsole()
	const { key } = useLocation()
	const menus = useClosing(key)
	return (
		<div ref={menus} className="relative md:ml-auto">
			<Menu summary="More actions" isOpenAtFirst={failure !== null} isAction>
				<div className="grid gap-3 [&>.btn]:w-full [&>form>div>.btn]:w-full">{children}</div>
			</Menu>
		</div>
	)
}
