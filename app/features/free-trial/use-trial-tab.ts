import { useEffect, useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router'

import { useHydrated } from '#app/lib/use-hydrated.ts'

import { readTab, tabSearch, type TrialTab } from './trial-tab.ts'

/**
 * The open tab, kept in the URL for reload, back and bookmarks. Pages as the server renders them know no query, so the first render always
 * shows the first tab. When a link inside a panel opens another tab, focus moves to that tab.
 */
export function useTrialTab() {
	const [search] = useSearchParams()
	const isHydrated = useHydrated()
	const navigate = useNavigate()
	const tab = readTab(isHydrated ? search.get('tab') : null)
	const frame = useRef<HTMLDivElement>(null)

	useEffect(() => {
		const open = frame.current?.querySelector<HTMLElement>('[role=tab][aria-selected=true]')
		const list = open?.parentElement
		// On a phone the tabs are one row that scrolls sideways.
		if (open && list) list.scrollLeft = open.offsetLeft - list.offsetLeft - 24
		if (document.activeElement?.closest('[role=tabpanel][hidden]')) open?.focus()
	}, [tab])

	const openTab = (next: TrialTab) => {
		if (next !== tab) void navigate({ search: tabSearch(next) }, { preventScrollReset: true })
	}
	return { tab, openTab, frame }
}
