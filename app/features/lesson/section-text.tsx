import { useEffect, useRef } from 'react'

import { SanitizedHtml } from '#app/ui/raw-html.tsx'

import type { SectionAddress } from './lesson-api.ts'
import { LoadedBody } from './loaded-body.tsx'
import { useSectionText } from './use-lesson.ts'

type Ticks = {
	/** Names of the boxes ticked. */
	ticked: ReadonlySet<string>
	onTick: (box: string, isDone: boolean) => void
}

/** The text of a section without a lesson, from the server, which applies the access policy. Its checklists can be ticked. */
export function SectionText({ section, ...ticks }: { section: SectionAddress } & Ticks) {
	return (
		<LoadedBody query={useSectionText(section)} what="section">
			{({ bodyHtml }) => <CheckedText html={bodyHtml} {...ticks} />}
		</LoadedBody>
	)
}

/** The boxes are part of the server-rendered HTML, so they are set and listened to outside React. */
function CheckedText({ html, ticked, onTick }: { html: string } & Ticks) {
	const frame = useRef<HTMLDivElement>(null)
	useEffect(() => {
		for (const box of frame.current?.querySelectorAll<HTMLInputElement>('input[data-box]') ?? [])
			box.checked = ticked.has(box.dataset.box ?? '')
	}, [html, ticked])
	useEffect(() => {
		const element = frame.current
		const onChange = ({ target }: Event) => {
			if (target instanceof HTMLInputElement && target.dataset.box) onTick(target.dataset.box, target.checked)
		}
		element?.addEventListener('change', onChange)
		return () => element?.removeEventListener('change', onChange)
	}, [onTick])
	return (
		<div ref={frame}>
			<SanitizedHtml className="prose" html={html} />
		</div>
	)
}
