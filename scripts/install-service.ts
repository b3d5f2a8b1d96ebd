/**
 * `npm run install-service`: installs Launchway as a systemd service that starts with the machine. `-- --dry-run` only shows the
 * unit and the commands.
 */
import { execFileSync } from 'node:child_process'
import dns from 'node:dns/promises'
import { existsSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { describeConfig } from '#server/process/environment.ts'

import { home, nodeOf } from './ensure.mjs'

const UNIT_FILE = '/etc/systemd/system/launchway.service'
const SOCKET_FILE = '/etc/systemd/system/launchway.socket'
const ACCOUNT = 'launchway'

/** `backups`: separate folder for backups, to which the service may write as well. */
type Place = { folder: string; node: string; backups?: string | undefined }

/** Quotes a path, because systemd expands specifiers in paths and splits them at spaces. */
const quoted = (file: string) => `"${file.replaceAll('%', '%%').replaceAll(/["\\$]/g, '\\$&')}"`
const isBelowHome = (folder: string) => /^\/(?:home|root|run\/user)\//.test(`${folder}/`)

/**
 * Returns the systemd unit. The service may write only to its state, its cache and its backups, has no capabilities, and can't
 * gain privileges. Memory stays writable and executable, because Node.js compiles at run time.
 */
export const writeUnit = ({ folder, node, backups }: Place): string => `[Unit]
Description=Launchway online academy
Documentation=file://${folder.replaceAll('%', '%%').replaceAll(' ', '%%20')}/ops/README.md
After=network-online.target postgresql.service
Wants=network-online.target launchway.socket
PropagatesStopTo=launchway.socket

[Service]
Type=exec
User=${ACCOUNT}
Group=${ACCOUNT}
WorkingDirectory=${folder.replaceAll('%', '%%')}
Environment=NODE_ENV=production DATA_DIR=/var/lib/launchway NODE_COMPILE_CACHE=/var/cache/launchway
ExecStart=${quoted(node)} scripts/supervisor/serve.mjs
ExecReload=/bin/kill -USR2 $MAINPID
Restart=on-failure
RestartSec=2
KillMode=mixed
TimeoutStopSec=90
LimitNOFILE=65536
StateDirectory=launchway
StateDirectoryMode=0700
CacheDirectory=launchway
UMask=0077
CapabilityBoundingSet=
AmbientCapabilities=
NoNewPrivileges=yes
ProtectSystem=strict${backups ? `\nReadWritePaths=${quoted(backups)}` : ''}
ProtectHome=${isBelowHome(folder) ? 'read-only' : 'yes'}
PrivateTmp=yes
PrivateDevices=yes
ProtectClock=yes
ProtectControlGroups=yes
ProtectHostname=yes
ProtectKernelLogs=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
ProtectProc=invisible
RemoveIPC=yes
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
LockPersonality=yes
SystemCallArchitectures=native
SystemCallFilter=@system-service
SystemCallErrorNumber=EPERM

[Install]
WantedBy=multi-user.target
`

/**
 * Returns the unit of the port, which systemd keeps open while the service restarts: connections wait instead of failing.
 * @param ip address of HOST, since systemd resolves no names
 */
export const writeSocketUnit = (ip: string, port: string): string => `[Unit]
Description=Port of the Launchway online academy

[Socket]
ListenStream=${ip.includes(':') ? `[${ip}]` : ip}:${port}

[Install]
WantedBy=sockets.target
`

type Steps = { folder: string; hasEnv: boolean; backups?: string | undefined }

/** Lists the commands that install the unit, in order. `hasEnv`: a settings file exists, which only the service may read. */
export const listInstallCommands = ({ folder, hasEnv, backups }: Steps): readonly (readonly [string, ...string[]])[] => [
	['systemd-sysusers', '--inline', `u ${ACCOUNT} - "Launchway" /var/lib/launchway`],
	...(hasEnv
		? ([
				['chown', `root:${ACCOUNT}`, path.join(folder, '.env')],
				['chmod', '0640', path.join(folder, '.env')],
			] as const)
		: []),
	...(backups ? ([['install', '--directory', `--owner=${ACCOUNT}`, '--mode=0700', backups]] as const) : []),
	['systemctl', 'daemon-reload'],
	['systemctl', 'enable', 'launchway.socket', 'launchway.service'],
	// Stops a running service, so that it starts with the new unit and settings. A restart would keep its port, which may have changed.
	['systemctl', 'stop', 'launchway.service'],
	['systemctl', 'start', 'launchway.service'],
]

async function install(): Promise<void> {
	if (!existsSync(path.join(home, 'build', 'server'))) throw new Error('There is no build yet: run "npm run build" first.')
	const elsewhere = process.env['BACKUP_DIR']
	const place = { folder: home, node: nodeOf(home) ?? process.execPath, backups: elsewhere ? path.resolve(home, elsewhere) : undefined }
	const settings = new Map(describeConfig(process.env, {}).map(({ name, value }) => [name, value]))
	const { address } = await dns.lookup(settings.get('HOST') ?? '')
	const units = { [SOCKET_FILE]: writeSocketUnit(address, settings.get('PORT') ?? ''), [UNIT_FILE]: writeUnit(place) }
	const steps = listInstallCommands({ folder: home, hasEnv: existsSync(path.join(home, '.env')), backups: place.backups })
	if (process.argv.includes('--dry-run')) {
		for (const [file, unit] of Object.entries(units)) console.log(`# ${file}\n${unit}`)
		console.log('# Then')
		for (const [command, ...args] of steps) console.log([command, ...args.map((arg) => (/[\s"]/.test(arg) ? `'${arg}'` : arg))].join(' '))
		return
	}
	if (process.getuid?.() !== 0) throw new Error('Only root can install a service: sudo npm run install-service')
	for (const [file, unit] of Object.entries(units)) writeFileSync(file, unit)
	for (const [command, ...args] of steps) execFileSync(command, args, { stdio: 'inherit' })
	console.log('Installed. "journalctl --unit launchway --follow" shows its log, "systemctl status launchway" its state.')
}

if (process.argv[1] === import.meta.filename)
	try {
		await install()
	} catch (error) {
		console.error(error instanceof Error ? error.message : error)
		process.exitCode = 1
	}
