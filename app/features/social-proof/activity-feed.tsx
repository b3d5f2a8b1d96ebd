import type { ReactNode } from 'react'

import { Badge } from '#app/ui/badge.tsx'
import { EmojiDrawing } from '#app/ui/emoji-drawing.tsx'
import type { ActivityItem, Home } from '#content/schema/home.ts'

import { RotationToggle } from './rotation-toggle.tsx'
import { useRotation } from './use-rotation.ts'

export function Community({ words, figures }: { words: Home['community']; figures: ReactNode }) {
	return (
		<section className="on-sun">
			<div className="page grid gap-8 py-12 lg:grid-cols-[20rem_minmax(0,1fr)] lg:gap-16 lg:py-16">
				<div>
					<h2>{words.title}</h2>
					<p className="mt-3">{words.text}</p>
				</div>
				{figures}
			</div>
		</section>
	)
}

const TONES = { coral: 'accent', teal: 'good', amber: 'sun', plum: 'plain' } as const

/** Rotating list of recent activity. Without JavaScript, all items are listed. */
export function ActivityFeed({ items, label, sampleLabel }: { items: readonly ActivityItem[]; label: string; sampleLabel: string }) {
	const { index, pick, isPlaying, toggle, hold } = useRotation(items.length)
	return (
		<div {...hold} role="group" aria-roledescription="carousel" aria-label={label}>
			<ul className="log">
				{items.map((item, position) => (
					<li key={item.id} data-shown={position === index || undefined}>
						<EmojiDrawing emoji={item.icon} size="lg" />
						<div>
							<h3 className="text-2xl">{item.title}</h3>
							<p className="mt-2 max-w-read text-lg">{item.description}</p>
							<p className="mt-3 flex flex-wrap items-center gap-3 text-soft">
								<Badge tone={TONES[item.badgeColor]}>{item.badge}</Badge>
								{item.sample && <Badge>{sampleLabel}</Badge>}
								{item.time}
							</p>
						</div>
					</li>
				))}
			</ul>
			<div className="log-stations">
				{items.map((item, position) => (
					<button
						key={item.id}
						type="button"
						aria-label={`Show item ${position + 1} of ${items.length}: ${item.title}`}
						aria-current={position === index || undefined}
						onClick={() => pick(position)}
					/>
				))}
				<RotationToggle what="latest wins" isPlaying={isPlaying} onToggle={toggle} />
			</div>
		</div>
	)
}
