pragma solidity ^0.4.24;

contract PluginHost {
    address public boss;
    mapping(address => bool) public vetted;

    constructor() public {
        boss = msg.sender;
    }

    function vet(address plugin, bool yes) public {
        require(msg.sender == boss);
        vetted[plugin] = yes;
    }

    function runPlugin(address plugin, bytes input) public returns (bool) {
        require(vetted[plugin]);
        require(plugin.delegatecall(input));
        return true;
    }
}
