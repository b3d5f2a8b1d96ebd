import type { ReactNode } from 'react'

import { LinkPair } from '#app/ui/button.tsx'
import { CheckedList } from '#app/ui/checked-list.tsx'
import type { Module } from '#content/schema/module.ts'

import { Summit } from './summit.tsx'

/** The completed screen (spec B §2): congratulations, what stands now, the forms given as children where the module has any, and the ways on. */
export function ModuleCompletion({ words, children }: { words: Module['completion']; children: ReactNode }) {
	return (
		<div className="grid gap-12">
			<div className="grid items-end gap-8 lg:grid-cols-[1fr_20rem]">
				<div className="grid gap-5">
					<p className="max-w-read text-lg">{words.text}</p>
					<CheckedList items={words.achievements} />
				</div>
				<Summit />
			</div>
			<section className="grid gap-3">
				<h3>{words.nextPreview.title}</h3>
				<p className="max-w-read">{words.nextPreview.text}</p>
				<div className="mt-3">
					<LinkPair primary={words.next} secondary={words.back} />
				</div>
			</section>
			{children && <div className="grid gap-x-12 gap-y-10 border-t-2 border-ink pt-10 md:grid-cols-2">{children}</div>}
		</div>
	)
}
