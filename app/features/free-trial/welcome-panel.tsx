import { useState } from 'react'

import { Art } from '#app/ui/art.tsx'
import { Button } from '#app/ui/button.tsx'
import { CheckedList } from '#app/ui/checked-list.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { Disclosure } from '#app/ui/disclosure.tsx'
import { Icon } from '#app/ui/icon.tsx'
import type { TrialPage } from '#content/schema/free-trial.ts'

import { PanelHead } from './panel-head.tsx'
import { useTrial } from './trial-store.ts'
import { WelcomePlayer, type WelcomeVideo } from './welcome-player.tsx'
import { WelcomeSlides } from './welcome-slides.tsx'

type WelcomePanelProps = { words: TrialPage['welcome']; video: WelcomeVideo | null }

export function WelcomePanel({ words, video }: WelcomePanelProps) {
	const { record, change } = useTrial()
	const [isOpen, setOpen] = useState(false)
	const [isUnplayable, setUnplayable] = useState(false)
	const close = () => setOpen(false)

	function finish() {
		change({ type: 'welcome-finished' })
		close()
	}

	return (
		<>
			<PanelHead title={words.title} intro={words.text} />
			<div className="mt-8 grid gap-x-14 gap-y-10 lg:grid-cols-2">
				<div className="self-start">
					<Art name="studio" className="aspect-video w-full" align="xMidYMid slice" />
					<p className="flex flex-wrap items-center justify-between gap-4 bg-spruce p-5 text-lg font-semibold text-on-spruce">
						<Button size="lg" onClick={() => setOpen(true)}>
							<Icon name="play" />
							{words.watchLabel}
						</Button>
						{words.length}
					</p>
				</div>
				<section>
					<h3>{words.takeawaysTitle}</h3>
					<CheckedList items={words.takeaways} className="mt-4 gap-3" />
				</section>
			</div>
			<div className="mt-10 max-w-read">
				<Disclosure summary={words.readLabel}>
					<div className="prose">
						{words.slides.map((slide) => (
							<section key={slide.title} className="mb-6">
								<h3 className="mb-2">{slide.title}</h3>
								{slide.lines.map((line) => (
									<p key={line} className="mb-3">
										{line}
									</p>
								))}
							</section>
						))}
					</div>
				</Disclosure>
			</div>
			<Dialog title={words.dialogTitle} isOpen={isOpen} onClose={close}>
				{video && !isUnplayable ? (
					<WelcomePlayer
						video={video}
						captionsLabel={words.captionsLabel}
						startAt={record.welcome.seconds}
						onPosition={(seconds) => change({ type: 'seconds', seconds })}
						onEnd={() => change({ type: 'welcome-finished' })}
						onUnplayable={() => setUnplayable(true)}
					/>
				) : (
					<>
						{isUnplayable && (
							<p className="mb-4" role="status">
								{words.unplayable}
							</p>
						)}
						<WelcomeSlides
							words={words}
							index={record.welcome.slide}
							onMove={(slide) => change({ type: 'slide', slide })}
							onFinish={finish}
						/>
					</>
				)}
			</Dialog>
		</>
	)
}
