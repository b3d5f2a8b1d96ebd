import type { ReactNode } from 'react'

import { Badge } from '#app/ui/badge.tsx'
import { Checkbox } from '#app/ui/choice.tsx'
import type { IncomeStream, Streams } from '#content/schema/free-trial.ts'

import { PanelHead } from './panel-head.tsx'
import { streamTick, useTrial } from './trial-record.ts'

type StreamsPanelProps = { words: Streams; incomeNote: string; purchase: ReactNode }

export function StreamsPanel({ words, incomeNote, purchase }: StreamsPanelProps) {
	return (
		<>
			<PanelHead title={words.title} intro={words.intro} />
			<ol className="mt-8">
				{words.streams.map((stream) => (
					<StreamItem key={stream.id} stream={stream} labels={words.labels} incomeNote={incomeNote} />
				))}
			</ol>
			<section className="mt-4 grid items-center gap-x-12 gap-y-6 bg-sun p-7 text-on-sun lg:grid-cols-[1fr_auto] lg:p-10">
				<div>
					<h3>{words.upgrade.title}</h3>
					<p className="mt-3 max-w-read">{words.upgrade.text}</p>
				</div>
				<div>{purchase}</div>
			</section>
		</>
	)
}

type StreamItemProps = { stream: IncomeStream; labels: Streams['labels']; incomeNote: string }

function StreamItem({ stream, labels, incomeNote }: StreamItemProps) {
	const { record, change } = useTrial()
	return (
		<li className="grid gap-x-8 gap-y-4 border-t-2 border-ink py-8 lg:grid-cols-[4rem_minmax(0,1fr)]">
			<p className="text-3xl font-semibold text-accent-ink tabular-nums" aria-hidden="true">
				{stream.step}
			</p>
			<div>
				<h3>{stream.title}</h3>
				<p className="mt-3 flex flex-wrap items-center gap-x-5 gap-y-2">
					<span>{stream.timeframe}</span>
					<Badge tone={stream.difficulty === 'Beginner-friendly' ? 'good' : 'accent'}>{stream.difficulty}</Badge>
				</p>
				<p className="mt-4 max-w-read">{stream.description}</p>
				<div className="mt-6 grid gap-x-14 gap-y-8 lg:grid-cols-2">
					<section aria-label={`${labels.startToday}: ${stream.title}`}>
						<h4 className="text-lg">{labels.startToday}</h4>
						<div className="mt-2 grid gap-1">
							{stream.startToday.map((step, index) => {
								const key = streamTick(stream.id, index)
								return (
									<Checkbox
										key={key}
										label={step}
										checked={record.ticks.includes(key)}
										onChange={({ target }) => change({ type: 'tick', key, done: target.checked })}
									/>
								)
							})}
						</div>
					</section>
					<div className="grid content-start gap-6">
						<section>
							<h4 className="text-lg">{labels.potentialIncome}</h4>
							<p className="mt-1 text-xl font-semibold text-accent-ink">{stream.potentialIncome}</p>
							<p className="mt-1 text-soft">{incomeNote}</p>
						</section>
						<section>
							<h4 className="text-lg">{labels.realExample}</h4>
							<p className="mt-2">
								<Badge>{labels.illustration}</Badge>
							</p>
							<p className="mt-2">{stream.realExample}</p>
						</section>
					</div>
				</div>
			</div>
		</li>
	)
}
