import { useEffect, useRef } from 'react'

import { playPicture } from './play-picture.ts'

const FAR = <path d="M0 140V92L46 58 86 92 138 40 190 96 236 66 320 118V140Z" fill="var(--art-far)" />
const NEAR = <path d="M0 140V118C60 104 130 126 200 114S290 108 320 112V140Z" fill="var(--art-near)" />

const LINE = { fill: 'none', stroke: 'var(--art-ink)', strokeWidth: 3 }
const WAY = { fill: 'none', stroke: 'var(--art-way)', strokeWidth: 5, strokeLinecap: 'round' } as const

const evening = (
	<>
		<path d="M0 0H320V140H0Z" fill="var(--art-haze)" />
		<path d="M40 16H136V88H40Z" fill="var(--art-sky)" />
		<circle data-play="sink" cx="92" cy="58" r="18" fill="var(--art-sun)" />
		<path d="M40 88V74L66 52 90 76 112 60 136 78V88Z" fill="var(--art-mid)" />
		<path {...LINE} d="M40 16H136V88H40ZM88 16V88" />
		<path data-play="appear" data-after="1400" d="M212 44 176 118H288L252 44Z" fill="var(--art-sun)" opacity="0.45" />
		<path d="M214 26H250L262 48H202ZM230 48H234V112H230ZM218 112H246V118H218Z" fill="var(--art-way)" />
		<path d="M24 118H296V126H24ZM44 126H52V140H44ZM268 126H276V140H268Z" fill="var(--art-ink)" />
		<path d="M150 100H196V118H150Z" fill="var(--art-snow)" />
		<path {...LINE} d="M158 106H188M158 112H178" strokeWidth="2" />
	</>
)

const mountain = (
	<>
		<path d="M0 0H320V140H0Z" fill="var(--art-sky)" />
		<circle cx="252" cy="38" r="22" fill="var(--art-sun)" />
		<path d="M30 140 170 14 300 140Z" fill="var(--art-mid)" />
		<path d="M170 14 140 41 154 50 168 40 184 52 199 42Z" fill="var(--art-snow)" />
		{NEAR}
		<path {...WAY} d="M16 130C50 124 84 122 104 108" strokeDasharray="3 9" data-play="uncover" data-after="400" />
		<path
			data-play="drift"
			d="M92 62A14 14 0 0 1 118 52 18 18 0 0 1 152 54 13 13 0 0 1 168 70H98A9 9 0 0 1 92 62Z"
			fill="var(--art-haze)"
		/>
	</>
)

const stall = (
	<>
		<path d="M0 0H320V140H0Z" fill="var(--art-sky)" />
		{FAR}
		<path d="M0 118H320V140H0Z" fill="var(--art-field)" />
		<path d="M92 40H98V122H92ZM222 40H228V122H222Z" fill="var(--art-ink)" />
		<path d="M84 84H236V122H84Z" fill="var(--art-near)" />
		<path d="M84 84H236V91H84Z" fill="var(--art-deep)" />
		<path d="M92 14H228L240 44H80Z" fill="var(--art-snow)" />
		<path d="M92 14H119L107 44H80ZM147 14H173V44H147ZM201 14H228L240 44H213Z" fill="var(--art-way)" />
		<path d="M118 58H146V84H118Z" fill="var(--art-snow)" />
		<path {...LINE} d="M124 66H140M124 74H134" strokeWidth="2.5" />
		<circle data-play="drop" data-after="600" cx="194" cy="66" r="9" fill="var(--art-sun)" stroke="var(--art-ink)" strokeWidth="2.5" />
		<path d="M178 66H210V84H178Z" fill="var(--art-sign)" />
	</>
)

const STREAMS = [
	'M160 22C140 52 60 60 34 132',
	'M160 22C152 60 108 70 98 132',
	'M160 22C162 64 160 80 160 132',
	'M160 22C168 60 212 70 222 132',
	'M160 22C180 52 260 60 286 132',
]

const streams = (
	<>
		<path d="M0 0H320V140H0Z" fill="var(--art-haze)" />
		<path d="M0 140V96L70 60 116 74 160 12 204 74 250 60 320 96V140Z" fill="var(--art-far)" />
		{STREAMS.map((d) => (
			<path key={d} d={d} fill="none" stroke="var(--art-snow)" strokeWidth="7" strokeLinecap="round" />
		))}
		<path {...WAY} strokeWidth="7" d={STREAMS[3]} data-play="fall" data-after="500" />
		<circle cx="160" cy="22" r="7" fill="var(--art-ink)" />
	</>
)

const ticked = (y: number, after: number, width: number) => (
	<g key={y} data-play="appear" data-after={after}>
		<path d={`M70 ${y}H250V${y + 30}H70Z`} fill="var(--art-snow)" />
		<path {...WAY} strokeWidth="4" d={`m82 ${y + 15} 6 6 10-12`} />
		<path {...LINE} d={`M112 ${y + 15}H${112 + width}`} />
	</g>
)

const sentences = (
	<>
		<path d="M0 0H320V140H0Z" fill="var(--art-mid)" />
		<path d="M0 140V122C80 108 220 132 320 114V140Z" fill="var(--art-deep)" />
		{ticked(14, 200, 96)}
		{ticked(52, 1000, 120)}
		{ticked(90, 1800, 76)}
	</>
)

const WEEKS = [
	[40, 112],
	[120, 92],
	[200, 74],
	[280, 46],
] as const

const month = (
	<>
		<path d="M0 0H320V140H0Z" fill="var(--art-sky)" />
		<circle cx="252" cy="34" r="20" fill="var(--art-sun)" />
		{FAR}
		<path d="M0 140V124L120 96 200 78 280 50 320 60V140Z" fill="var(--art-mid)" />
		<path {...WAY} d={`M${WEEKS.map((point) => point.join(' ')).join('L')}`} data-play="uncover" />
		{WEEKS.map(([x, y], at) => (
			<g key={x}>
				<circle cx={x} cy={y} r="10" fill="var(--art-snow)" stroke="var(--art-ink)" strokeWidth="3" />
				<circle data-play="pop" data-after={200 + at * 330} cx={x} cy={y} r="6" fill="var(--art-way)" />
			</g>
		))}
	</>
)

const tools = (
	<>
		<path d="M0 0H320V140H0Z" fill="var(--art-board)" />
		<path d="M0 116H320V140H0Z" fill="var(--art-near)" />
		<g data-play="rise">
			<path d="M38 30H108V124H38Z" fill="var(--art-snow)" />
			<path {...LINE} d="M66 50H96M66 72H96M66 94H96" />
			<circle {...LINE} cx="52" cy="50" r="5" />
			<circle cx="52" cy="72" r="7" fill="var(--art-way)" />
			<circle {...LINE} cx="52" cy="94" r="5" />
		</g>
		<g data-play="rise" data-after="500">
			<path d="M118 22H202V124H118Z" fill="var(--art-snow)" />
			<path d="M118 22H202V38H118Z" fill="var(--art-way)" />
			<path {...LINE} strokeWidth="2" d="M118 60H202M118 82H202M118 104H202M146 38V124M174 38V124" />
			<path d="M148 62H172V80H148Z" fill="var(--art-sun)" />
		</g>
		<g data-play="rise" data-after="1000">
			<path d="M212 30H282V124H212Z" fill="var(--art-snow)" />
			<path {...LINE} d="M222 48H272M222 62H254M222 86H272M222 100H262" />
		</g>
	</>
)

const today = (
	<>
		<path d="M0 0H320V140H0Z" fill="var(--art-sky)" />
		<circle data-play="sunrise" cx="226" cy="52" r="26" fill="var(--art-sun)" />
		{FAR}
		{NEAR}
		<path d="M44 82H104V126H44Z" fill="var(--art-snow)" />
		<path d="M34 84 74 50 114 84Z" fill="var(--art-way)" />
		<path d="M66 96H84V126H66Z" fill="var(--art-ink)" />
		<path {...WAY} d="M76 132C120 136 150 116 196 112S248 96 236 84" strokeDasharray="3 9" data-play="uncover" data-after="900" />
	</>
)

/** Scenes in the order of the welcome's parts. They repeat if there are more parts than scenes. */
const SCENES = [evening, mountain, stall, streams, sentences, month, tools, today]

/** Renders the picture of a welcome part, animated once when the part opens, for at most three seconds. */
export function WelcomePicture({ part }: { part: number }) {
	const frame = useRef<SVGSVGElement>(null)
	useEffect(() => (frame.current ? playPicture(frame.current) : undefined), [part])
	return (
		<svg key={part} ref={frame} viewBox="0 0 320 140" className="size-full" aria-hidden="true" focusable="false">
			{SCENES[part % SCENES.length]}
		</svg>
	)
}
