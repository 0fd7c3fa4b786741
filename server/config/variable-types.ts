/** Types of environment variables: each parses a text, and has one Spanish sentence about what the text must be. */

import { isIP } from 'node:net';
import * as z from 'zod';
import { listFormat } from '#domain/intl-formats.ts';
import { databaseUrlViolation } from '../db/database-url.ts';
import { parseNatsUrl } from '../events/nats-url.ts';

/** The sentence is the only message, whatever is wrong. @param parse undefined = not accepted */
export const parsedText = <Value>(sentence: string, parse: (text: string) => Value | undefined) =>
  z.string().transform((text, context): Value => {
    const value = parse(text);
    if (value !== undefined) return value;
    context.addIssue(sentence);
    return z.NEVER;
  });

export const matchingText = (sentence: string, accepted: RegExp | ((text: string) => boolean)) =>
  parsedText(sentence, (text) => {
    const matches = accepted instanceof RegExp ? accepted.test(text) : accepted(text);
    return matches ? text : undefined;
  });

/** null when the variable is not set. */
export const optional = <Type extends z.ZodType>(type: Type) => type.nullable().default(null);

export const singleLine = matchingText(
  'debe estar en una sola línea, sin espacios al principio ni al final',
  /^(?!\s)[^\p{Cc}]{1,1000}(?<!\s)$/u,
);
export const word = matchingText('no puede llevar espacios', /^[^\s\p{Cc}]{1,1000}$/u);

const orList = listFormat({ type: 'disjunction' });
export const oneOf = <const Names extends readonly string[]>(...names: Names) =>
  parsedText(`debe ser ${orList.format(names)}`, (text): Names[number] | undefined =>
    names.find((name) => name === text),
  );

export const flag = oneOf('0', '1').transform((text) => text === '1');

export const integer = (min: number, max: number) =>
  parsedText(`debe ser un número entero entre ${min} y ${max}`, (text) => {
    const number = Number(text);
    return /^\d{1,15}$/.test(text) && number >= min && number <= max ? number : undefined;
  });

/** Different characters of a random text: 32 of base 16 have fewer once in ten million times. */
const minDistinctCharacters = 8;

export const secret = (minLength: number) =>
  matchingText(
    `debe ser un texto al azar de al menos ${minLength} caracteres, por ejemplo el de «openssl rand -hex 32»`,
    (text) => text.length >= minLength && new Set(text).size >= minDistinctCharacters,
  );

export const emailAddress = matchingText(
  'debe ser una dirección de correo, por ejemplo ayuda@vigia.example',
  (text) => z.email().safeParse(text).success,
);

function parseWebUrl(text: string): URL | null {
  const url = /\s/.test(text) || !URL.canParse(text) ? null : new URL(text);
  const isPlain =
    url !== null && /^https?:$/.test(url.protocol) && url.username + url.password === '';
  return isPlain ? url : null;
}

export const webAddress = matchingText(
  'debe ser una dirección completa, sin usuario ni contraseña, por ejemplo https://vigia.example/inicio',
  (text) => parseWebUrl(text) !== null,
);

/** Scheme, host and port, without a trailing slash. */
export const webOrigin = parsedText(
  'debe ser un origen completo y sin ruta, por ejemplo https://vigia.example',
  (text) => {
    const url = parseWebUrl(text);
    return url && `${url.origin}/` === url.href ? url.origin : undefined;
  },
);

/** A script that the page loads, from our own origin or another. */
export const scriptAddress = matchingText(
  'debe ser una ruta que empiece por / o una dirección completa, por ejemplo https://vigia.example/a.js',
  (text) => /^\/[^\s/\\][^\s\\]*$/.test(text) || parseWebUrl(text) !== null,
);

const hostName =
  /^(?=.{1,253}$)[a-z\d_]([a-z\d_-]{0,61}[a-z\d])?(\.[a-z\d_]([a-z\d_-]{0,61}[a-z\d])?)*$/i;

export const domain = matchingText('debe ser un dominio, por ejemplo vigia.example', hostName);

export const listenAddress = matchingText(
  'debe ser una dirección IP o un nombre de esta máquina, por ejemplo 0.0.0.0',
  (text) => isIP(text) !== 0 || (hostName.test(text) && !/^[\d.]+$/.test(text)),
);

export const hostWithPort = matchingText(
  'debe ser un servidor, con su puerto si no es el usual, por ejemplo firestore.example:8443',
  (text) => /^[^/?#\\]+$/.test(text) && parseWebUrl(`https://${text}`) !== null,
);

/** Of two labels or more, the last one not a number: no IPv4 address. */
const fullDomain = /^(?=.{1,253}$)([a-z\d]([a-z\d-]{0,61}[a-z\d])?\.)+[a-z][a-z\d-]{0,61}[a-z\d]$/i;

/** What a mail server greets with: a domain, or an address in brackets (RFC 5321, 4.1.3). */
export const ehloName = matchingText(
  'debe ser un dominio completo o una dirección IP entre corchetes, por ejemplo mail.vigia.example',
  (text) => {
    const address = /^\[(?:IPv6:)?([^\]]+)\]$/i.exec(text)?.[1];
    return address === undefined ? fullDomain.test(text) : isIP(address) !== 0;
  },
);

/** Of one host or several. */
export const postgresUrl = z.string().superRefine((text, context) => {
  const sentence = databaseUrlViolation(text);
  if (sentence !== null) context.addIssue(sentence);
});

export const natsServers = parsedText(
  'debe tener la forma nats://usuario:clave@servidor:4222, o tls://, con los servidores separados por comas si son varios',
  (text) => parseNatsUrl(text) ?? undefined,
);

/** Without a query: nodemailer would take options from it, such as doing without TLS. */
export const smtpUrl = matchingText(
  'debe tener la forma smtp://usuario:clave@servidor:587, o smtps:// con TLS desde el principio',
  (text) => {
    if (!URL.canParse(text)) return false;
    const { protocol, hostname, pathname, search, hash } = new URL(text);
    return (
      /^smtps?:$/.test(protocol) && hostname !== '' && /^\/?$/.test(pathname) && !search && !hash
    );
  },
);
