import { type RefObject, useEffect, useState } from 'react'
import { useLocation } from 'react-router'

/** URL anchors within a lesson, with the tab that contains each. `find`: selector of the element to scroll to. */
const ANCHORS: Readonly<Record<string, { tab: string; find?: string }>> = {
	'#exercises': { tab: 'content', find: '[data-exercise]' },
	'#steps': { tab: 'steps' },
	'#task': { tab: 'task' },
	'#check': { tab: 'check' },
}

/** Returns the open tab. If the URL's hash names an anchor, its tab opens and the page scrolls there. */
export function useLessonTab(lesson: RefObject<HTMLElement | null>): { tab: string; onTab: (tab: string) => void } {
	const { hash, key } = useLocation()
	const [chosen, setChosen] = useState({ tab: ANCHORS[hash]?.tab ?? 'content', visit: key })
	if (chosen.visit !== key) setChosen({ tab: ANCHORS[hash]?.tab ?? chosen.tab, visit: key })
	useEffect(() => {
		const anchor = ANCHORS[hash]
		const target = anchor
			? lesson.current?.querySelector<HTMLElement>(anchor.find ?? '[role=tabpanel]:not([hidden])')
			: hash === '#milestone' && document.getElementById('milestone')
		if (!target) return
		if (target.tabIndex < 0) target.tabIndex = -1
		target.focus({ preventScroll: true })
		target.scrollIntoView()
	}, [lesson, hash, key])
	return { tab: chosen.tab, onTab: (tab) => setChosen({ tab, visit: key }) }
}
