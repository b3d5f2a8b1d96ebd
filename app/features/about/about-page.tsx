import { Badge } from '#app/ui/badge.tsx'
import { LinkPair } from '#app/ui/button.tsx'
import { NumberedSection } from '#app/ui/numbered-section.tsx'
import { PointList } from '#app/ui/point-list.tsx'
import { SpritePicture } from '#app/ui/sprite-picture.tsx'
import type { About } from '#content/schema/about.ts'

export function MissionAndVision({ words }: { words: Pick<About, 'mission' | 'vision'> }) {
	return (
		<section className="page grid items-center gap-x-16 gap-y-10 py-12 lg:grid-cols-[6fr_5fr] lg:py-16" aria-label={words.mission.title}>
			<div className="grid gap-10">
				{[words.mission, words.vision].map(({ title, text }) => (
					<div key={title}>
						<h2>{title}</h2>
						<p className="mt-4 max-w-read text-lg">{text}</p>
					</div>
				))}
			</div>
			<SpritePicture name="studio" align="xMidYMid slice" className="aspect-3/2 w-full" />
		</section>
	)
}

function Points({ words, columns }: { words: About['values']; columns?: string }) {
	return (
		<>
			<h2 className="text-3xl">{words.title}</h2>
			<PointList items={words.items} columns={columns} />
		</>
	)
}

export function AboutSections({ words, sampleLabel }: { words: About; sampleLabel: string }) {
	const { leadership } = words
	return (
		<>
			<NumberedSection number="1" label={words.values.label}>
				<Points words={words.values} />
			</NumberedSection>
			<div className="bg-spruce text-on-spruce">
				<div className="page py-14 lg:py-20">
					<Points words={words.differentiators} columns="md:grid-cols-2 lg:grid-cols-4" />
				</div>
			</div>
			{leadership.roles.length > 0 && (
				<NumberedSection number="2" label={leadership.label}>
					<h2 className="text-3xl">{leadership.title}</h2>
					{leadership.roles.some(({ sample }) => sample) && <p className="mt-4 max-w-read text-soft">{leadership.sampleNote}</p>}
					<ul className="mt-8 grid gap-x-12 gap-y-8 md:grid-cols-2">
						{leadership.roles.map((person) => (
							<li key={person.id} className="grid content-start justify-items-start gap-2 border-t-2 border-ink pt-4">
								<h3>{person.role}</h3>
								{person.sample && <Badge>{sampleLabel}</Badge>}
								<p>{person.text}</p>
							</li>
						))}
					</ul>
				</NumberedSection>
			)}
		</>
	)
}

export function AboutClosing({ words }: { words: About['closing'] }) {
	return (
		<section className="on-sun" aria-labelledby="start">
			<div className="page grid justify-items-start gap-5 py-14">
				<h2 id="start">{words.title}</h2>
				<p className="max-w-read text-lg">{words.text}</p>
				<LinkPair primary={words.primary} secondary={words.secondary} />
			</div>
		</section>
	)
}
