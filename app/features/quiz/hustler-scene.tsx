import type { ReactNode } from 'react'

import type { HustlerType } from '#domain/quiz/hustler-quiz.ts'

export function HustlerScene({ type, className = '' }: { type: HustlerType; className?: string }) {
	const { sun, landmark } = PLACES[type]
	return (
		<svg className={className} viewBox="0 0 640 480" preserveAspectRatio="xMaxYMax slice" aria-hidden="true" focusable="false">
			<rect width="640" height="480" fill="var(--art-sky)" />
			<circle cx={sun[0]} cy={sun[1]} r="58" fill="var(--art-sun)" />
			<path d="M0 312 86 214 148 268 236 150 322 262 404 196 500 286 640 204V480H0Z" fill="var(--art-far)" />
			<path d="M236 150 205 191 226 203 240 189 256 206 266 190Z" fill="var(--art-snow)" />
			<path d="M0 338C120 286 236 300 340 338S560 366 640 316V480H0Z" fill="var(--art-mid)" />
			<path d="M0 404C150 352 300 378 424 410S600 432 640 404V480H0Z" fill="var(--art-near)" />
			<path
				d="M268 480C330 446 236 424 320 400 384 382 338 368 372 349L380 351C356 368 420 384 360 406 296 430 404 450 366 480Z"
				fill="var(--art-way)"
			/>
			{landmark}
		</svg>
	)
}

type Place = { sun: readonly [number, number]; landmark: ReactNode }

const PLACES: Record<HustlerType, Place> = {
	creator: {
		sun: [486, 132],
		landmark: (
			<g strokeLinecap="round">
				<path d="M470 428 512 268 M586 428 540 268 M526 300V432" stroke="var(--art-ink)" strokeWidth="8" />
				<rect x="450" y="278" width="152" height="110" fill="var(--art-snow)" stroke="var(--art-ink)" strokeWidth="6" />
				<circle cx="556" cy="312" r="15" fill="var(--art-sun)" />
				<path d="M456 382V354L496 318 528 350 552 334 596 366V382Z" fill="var(--art-mid)" />
				<path d="M456 392H598" stroke="var(--art-ink)" strokeWidth="8" />
			</g>
		),
	},
	analyst: {
		sun: [262, 112],
		landmark: (
			<g fill="none" strokeLinecap="round">
				<path
					d="M96 356C140 326 210 330 236 350S180 388 138 384 78 374 96 356Z M60 360C112 302 236 306 272 346S208 412 132 402 30 392 60 360Z"
					stroke="var(--art-snow)"
					strokeWidth="3"
				/>
				<path d="M516 320 470 436 M520 320V442 M524 320 572 436" stroke="var(--art-ink)" strokeWidth="8" />
				<path d="M456 312 576 268" stroke="var(--art-ink)" strokeWidth="30" strokeLinecap="butt" />
				<path d="M556 292 594 278" stroke="var(--art-sun)" strokeWidth="40" strokeLinecap="butt" />
				<path d="M440 318 460 311" stroke="var(--art-snow)" strokeWidth="18" strokeLinecap="butt" />
				<circle cx="520" cy="316" r="12" fill="var(--art-snow)" />
			</g>
		),
	},
	affiliate: {
		sun: [320, 118],
		landmark: (
			<g>
				<path
					d="M0 336H640V480H600V396A44 44 0 0 0 512 396V480H488V396A44 44 0 0 0 400 396V480H376V396A44 44 0 0 0 288 396V480H264V396A44 44 0 0 0 176 396V480H152V396A44 44 0 0 0 64 396V480H0Z"
					fill="var(--art-deep)"
				/>
				<path d="M0 332H640" stroke="var(--art-way)" strokeWidth="12" />
				{[88, 212, 336, 460, 584].map((x) => (
					<g key={x}>
						<path d={`M${x} 328V280`} stroke="var(--art-ink)" strokeWidth="6" />
						<path d={`M${x} 282H${x + 34}L${x + 24} 293 ${x + 34} 304H${x}Z`} fill={x === 336 ? 'var(--art-sun)' : 'var(--art-snow)'} />
					</g>
				))}
			</g>
		),
	},
	builder: {
		sun: [552, 116],
		landmark: (
			<g>
				<path d="M462 436 484 262H548L570 436Z" fill="var(--art-snow)" />
				<path d="M478 266 516 226 554 266Z" fill="var(--art-sun)" />
				<path d="M500 436V392A16 16 0 0 1 532 392V436Z" fill="var(--art-ink)" />
				<path d="M446 176 586 316 M586 176 446 316" stroke="var(--art-ink)" strokeWidth="8" strokeLinecap="round" />
				<path
					d="M446 176 430 194 490 254 506 238Z M586 176 568 160 508 220 526 236Z M586 316 602 298 542 238 526 254Z M446 316 464 332 524 272 506 256Z"
					fill="var(--art-field)"
					stroke="var(--art-ink)"
					strokeWidth="4"
				/>
				<circle cx="516" cy="246" r="10" fill="var(--art-ink)" />
				<path d="M584 438V300 M622 438V300 M578 330H628 M578 384H628 M584 384 622 330" stroke="var(--art-ink)" strokeWidth="6" />
			</g>
		),
	},
}
