// The only file in which the bodies of Asio are compiled.
#include <boost/asio/impl/src.hpp>
