import { useEffect } from 'react'
import { useLocation } from 'react-router'

const CONTROL = 'input:not([type="hidden"]), textarea, select, [contenteditable="true"]'

/** Selects a line of a text area and scrolls to it. */
function showLine(area: HTMLTextAreaElement, line: number) {
	const lines = area.value.split('\n')
	const start = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0)
	area.focus()
	area.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0))
	area.scrollTop = (area.scrollHeight / lines.length) * Math.max(0, line - 4)
	area.scrollIntoView({ block: 'center' })
}

/** Focuses the field that the address names after `#`, and opens the groups around it. */
export function useFieldInAddress() {
	const { hash, key } = useLocation()
	useEffect(() => {
		const id = hash.slice(1)
		const target = id === '' ? null : document.getElementById(id)
		const [, line] = /^line-(\d+)$/.exec(id) ?? []
		const area = line === undefined || target ? null : document.querySelector<HTMLTextAreaElement>('textarea.code-text')
		if (area) showLine(area, Number(line))
		if (!target?.closest('form')) return
		for (let group = target.closest('details'); group; group = group.parentElement?.closest('details') ?? null) group.open = true
		const control = target.matches(CONTROL) ? target : target.querySelector<HTMLElement>(CONTROL)
		const shown = control ?? target.querySelector<HTMLElement>('summary, button')
		shown?.focus()
		shown?.scrollIntoView({ block: 'center' })
	}, [hash, key])
}
