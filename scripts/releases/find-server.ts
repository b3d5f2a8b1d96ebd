import fs from 'node:fs'
import path from 'node:path'

import { environmentOfProgram } from '#scripts/program.mjs'
import { askControl, controlSocket, NotRunning } from '#scripts/supervisor/control.ts'
import type { RecordQuestion, Status } from '#scripts/supervisor/requests.ts'

const UNIT_FILE = '/etc/systemd/system/launchway.service'

/** Returns the data folder that the systemd service of this installation uses, which `.env` needn't name; null without one. */
function dataDirOfService(home: string): string | null {
	if (!fs.existsSync(UNIT_FILE)) return null
	const unit = fs.readFileSync(UNIT_FILE, 'utf8')
	return unit.includes(`\nWorkingDirectory=${home}\n`) ? (/^Environment=.*\bDATA_DIR=(\S+)/m.exec(unit)?.[1] ?? null) : null
}

type Answers = { say: (line: string) => void; answer: (question: never) => void | Promise<void> }

/** Finds the running server of this installation. @throws Error if there is none */
export async function findServer(home: string) {
	const dataDir = process.env['DATA_DIR'] ? null : dataDirOfService(home)
	const folder = path.resolve(dataDir ?? environmentOfProgram()['DATA_DIR'] ?? '')
	const ask = <Done>(request: object, answers: Answers) => askControl<Done>(controlSocket(folder), request, answers)
	const status = await ask<Status>({ do: 'status' }, { say: () => {}, answer: () => {} }).catch((error: unknown) => {
		if (!(error instanceof NotRunning)) throw error
		throw new NotRunning(`No Launchway runs on ${folder}. Start it first (npm start), or set DATA_DIR as it has it.`, { cause: error })
	})
	return { status, ask }
}

export type Question = RecordQuestion | { losses: { table: string; lost: number; returning: number }[] }
