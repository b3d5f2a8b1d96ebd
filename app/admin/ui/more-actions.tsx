import type { ReactNode } from 'react'
import { useLocation } from 'react-router'

import { Menu, useClosing } from './menu.tsx'
import { useConsole } from './page.tsx'

/** Makes buttons look like the items of an `ActionMenu`, except those in their dialogs. */
const ITEMS =
	'[&>details]:px-4 [&>form]:gap-0 [&>form>:is(p,.callout)]:mx-4 [&>form>:is(p,.callout)]:my-2 [:is(&>.btn,&>form>div>.btn)]:w-full [:is(&>.btn,&>form>div>.btn)]:justify-start [:is(&>.btn,&>form>div>.btn)]:rounded-none [:is(&>.btn,&>form>div>.btn)]:border-0 [:is(&>.btn,&>form>div>.btn)]:px-4 [:is(&>.btn,&>form>div>.btn)]:text-left [:is(&>.btn,&>form>div>.btn)]:font-normal [:is(&>.btn,&>form>div>.btn)]:hover:bg-sunk [:is(&>.btn-danger,&>form>div>.btn-danger)]:hover:text-danger-ink [:is(&>.btn-secondary,&>form>div>.btn-secondary)]:hover:text-ink'

/** Menu of rarely needed actions, at the end of a row of actions. Opened after a refusal without script, to show the reason. */
export function MoreActions({ children }: { children: ReactNode }) {
	const { failure } = useConsole()
	const { key } = useLocation()
	const menus = useClosing(key)
	return (
		<div ref={menus} className="relative md:ml-auto">
			<Menu summary="More actions" isOpenAtFirst={failure !== null} isAction>
				<div className={`grid ${ITEMS}`}>{children}</div>
			</Menu>
		</div>
	)
}
