/* A disk that fails when it is told to, put between SQLite and the system (LD_PRELOAD).

   DISK_ORDERS names a file with one word: "sync" (nothing written is made durable any more; "sync torn": half of it is),
   "full" (no file takes more), "read-only", or "well". DISK_UNDER is the folder whose databases are meant. DISK_KEPT is a folder that holds what a
   power cut would leave: a file there is changed by a sync that succeeded and by nothing else. A sync that fails forgets
   what it should have written, as Linux does: to sync again brings none of it back. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct write_ { struct write_ *next; char path[PATH_MAX]; int cuts; off_t at; size_t length; char bytes[]; };
static struct write_ *first_, **last_ = &first_;
static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;
static uint32_t chance = 1;

#define REAL(name) static __typeof__(&name) real; if (!real) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

static int is_told(const char *word) {
    char said[32] = "";
    const char *orders = getenv("DISK_ORDERS");
    int fd = orders ? open(orders, O_RDONLY | O_CLOEXEC) : -1;
    if (fd < 0) return 0;
    ssize_t got = read(fd, said, sizeof said - 1);
    close(fd);
    return got > 0 && !strncmp(said, word, strlen(word));
}

static int ends(const char *path, const char *with) {
    size_t length = strlen(path), ending = strlen(with);
    return length >= ending && !strcmp(path + length - ending, with);
}

static int is_meant(const char *path) {
    const char *under = getenv("DISK_UNDER");
    return under && !strncmp(path, under, strlen(under)) && (ends(path, ".db") || ends(path, "-wal"));
}

static int path_of(int fd, char *path) {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, PATH_MAX - 1);
    path[length < 0 ? 0 : length] = 0;
    return length > 0 && is_meant(path);
}

static void kept_path(const char *path, char *kept) {
    snprintf(kept, PATH_MAX, "%s/%s", getenv("DISK_KEPT"), strrchr(path, '/') + 1);
}

static void note(const char *path, int cuts, off_t at, const void *bytes, size_t length) {
    struct write_ *one = calloc(1, sizeof *one + length);
    snprintf(one->path, PATH_MAX, "%s", path);
    one->cuts = cuts, one->at = at, one->length = length;
    if (length) memcpy(one->bytes, bytes, length);
    *last_ = one, last_ = &one->next;
}

static int falls(void) { chance ^= chance << 13; chance ^= chance >> 17; chance ^= chance << 5; return chance & 1; }

enum how { WHOLE, TORN, NOTHING };

/* What was written to a file comes onto the platter, or half of it, or nothing; none of it is tried again. */
static void settle(const char *path, enum how how) {
    REAL(pwrite64);
    char kept[PATH_MAX];
    kept_path(path, kept);
    int platter = open(kept, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    for (struct write_ **place = &first_; *place;) {
        struct write_ *one = *place;
        if (strcmp(one->path, path)) { place = &one->next; continue; }
        if (how == WHOLE || (how == TORN && falls())) {
            if (one->cuts) { if (ftruncate(platter, one->at)) abort(); }
            else if (real(platter, one->bytes, one->length, one->at) < 0) abort();
        }
        *place = one->next;
        free(one);
    }
    for (last_ = &first_; *last_; last_ = &(*last_)->next) {}
    close(platter);
}

static int sync_(int fd, int (*real)(int)) {
    char path[PATH_MAX];
    if (!path_of(fd, path)) return real(fd);
    int fails = is_told("sync");
    pthread_mutex_lock(&turn);
    settle(path, !fails ? WHOLE : is_told("sync torn") ? TORN : NOTHING);
    pthread_mutex_unlock(&turn);
    if (fails) { errno = EIO; return -1; }
    return real(fd);
}

int fsync(int fd) { REAL(fsync); return sync_(fd, real); }
int fdatasync(int fd) { REAL(fdatasync); return sync_(fd, real); }

static int refuses(void) {
    if (is_told("full")) errno = ENOSPC;
    else if (is_told("read-only")) errno = EROFS;
    else return 0;
    return 1;
}

ssize_t pwrite64(int fd, const void *bytes, size_t length, off_t at) {
    REAL(pwrite64);
    char path[PATH_MAX];
    if (!path_of(fd, path)) return real(fd, bytes, length, at);
    if (refuses()) return -1;
    pthread_mutex_lock(&turn);
    ssize_t done = real(fd, bytes, length, at);
    if (done > 0) note(path, 0, at, bytes, (size_t)done);
    pthread_mutex_unlock(&turn);
    return done;
}
ssize_t pwrite(int fd, const void *bytes, size_t length, off_t at) { return pwrite64(fd, bytes, length, at); }

int ftruncate64(int fd, off_t length) {
    REAL(ftruncate64);
    char path[PATH_MAX];
    if (!path_of(fd, path)) return real(fd, length);
    if (refuses()) return -1;
    pthread_mutex_lock(&turn);
    int done = real(fd, length);
    if (!done) note(path, 1, length, NULL, 0);
    pthread_mutex_unlock(&turn);
    return done;
}
int ftruncate(int fd, off_t length) { return ftruncate64(fd, length); }

int unlink(const char *path) {
    REAL(unlink);
    char kept[PATH_MAX];
    if (!is_meant(path)) return real(path);
    pthread_mutex_lock(&turn);
    int done = real(path);
    kept_path(path, kept);
    if (!done) { settle(path, NOTHING); real(kept); }
    pthread_mutex_unlock(&turn);
    return done;
}
