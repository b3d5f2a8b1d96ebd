const BOARDS = [
	{ y: 96, turn: -5, toLeft: true, fill: 'var(--art-sun)', text: 'var(--on-sun)', word: 'Creator' },
	{ y: 160, turn: 4, toLeft: false, fill: 'var(--art-snow)', text: 'var(--art-ink)', word: 'Analyst' },
	{ y: 224, turn: 3, toLeft: true, fill: 'var(--art-field)', text: 'var(--ink)', word: 'Affiliate' },
	{ y: 288, turn: -4, toLeft: false, fill: 'var(--art-deep)', text: 'var(--art-snow)', word: 'Builder' },
] as const

/** One signpost, four directions: the quiz in a picture. Decoration only. */
export function QuizPicture({ className = '' }: { className?: string }) {
	return (
		<svg className={className} viewBox="0 0 560 560" aria-hidden="true" focusable="false">
			<rect width="560" height="560" fill="var(--art-sky)" />
			<circle cx="430" cy="120" r="66" fill="var(--art-sun)" opacity="0.9" />
			<path d="M0 380 92 268 152 326 236 236 320 336 402 280 560 384V560H0Z" fill="var(--art-far)" />
			<path d="M0 416C140 356 300 372 400 404S520 420 560 400V560H0Z" fill="var(--art-mid)" />
			<path d="M0 470C180 424 380 436 560 476V560H0Z" fill="var(--art-near)" />
			<path d="M226 560C258 530 264 510 268 484H294C300 512 314 534 348 560Z" fill="var(--art-way)" />
			<path
				d="M282 490C200 462 96 474 -10 446M282 490C350 474 396 440 470 416M282 490C380 484 470 520 570 516"
				fill="none"
				stroke="var(--art-way)"
				strokeWidth="16"
			/>
			<path d="M270 496V64L281 50 292 64V496Z" fill="var(--art-ink)" />
			{BOARDS.map(({ y, turn, toLeft, fill, text, word }) => (
				<g key={word} transform={`rotate(${turn} 281 ${y})`}>
					<path
						d={toLeft ? `M312 ${y - 25}H118L88 ${y} 118 ${y + 25}H312Z` : `M250 ${y - 25}H444L474 ${y} 444 ${y + 25}H250Z`}
						fill={fill}
						stroke="var(--art-ink)"
						strokeWidth="4"
					/>
					<text
						x={toLeft ? 210 : 352}
						y={y + 9}
						fontSize="27"
						fontWeight="600"
						textAnchor="middle"
						fill={text}
						fontFamily="var(--font-sans)"
					>
						{word}
					</text>
				</g>
			))}
		</svg>
	)
}
